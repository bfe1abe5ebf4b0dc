#pragma once
/* Discord's interactions: discord.c lets them in, discord_talk.c knows who asks and what about,
 * discord_games.c has where games stand, discord_new.c how one begins, discord_orders.c what somebody
 * may do, discord_choice.c what that would come to, discord_vary.c how it can be had otherwise,
 * discord_link.c who somebody is, discord_told.c how they are told, discord_act.c does it,
 * discord_plan.c what is written ahead, discord_complete.c what is being typed, discord_later.c what
 * is answered later.
 *
 * The id of a button or a menu says what it is for, in fields with colons between: a letter, the
 * game's id, and what else. Nothing in it is secret, and it is believed in nothing but what its
 * presser wants: they are known by Discord's signature alone. */

#include "api/api.h"
#include "codec/codec.h"
#include "codec/codec_interaction.h"
#include "codec/codec_request.h"
#include "discord/message.h"
#include "discord/sender.h"
#include "game/hooks.h"
#include "game/players.h"
#include "notify/hook_message.h"
#include "picture/picture.h"

/* One interaction that is being answered; the request's memory. */
struct discord_talk {
	struct interaction in;
	const char *field[6];                 /* of the custom id, "" where it has no more */
	char fields[INTERACTION_VALUE_BYTES]; /* what they borrow */
	request_handler *known, *opened; /* what goes on when the player is known, the game there */
	struct codec_create create;      /* of a new game */
	bool was_kept_out;               /* the bot may not post where the table is to stand */
	char url[HOOK_CHANNEL_URL_BYTES]; /* where that is */
	bool updates;                     /* the answer takes the place of the message */
	bool opens_form;                  /* ... or is a form */
	/* What was answered when it took too long, and which promise that is; the picture waits for it. */
	enum discord_deferral deferral;
	int promise;
	bool is_deferred, is_drawn;
	struct picture_ghost ghost;
	bool is_linked;    /* they are a player of the page's, besides ... */
	struct caller own; /* ... who they are by themselves, if they ever were */
	char key[KEY_BYTES];
	struct hook_facts hook;     /* by which they are told in a channel */
	struct codec_action varied; /* what a choice comes to with what differs from it */
};

struct discord_talk *discord_talk(const struct request *request);

/* The words of a key in the language of this interaction; "" when the catalogue has none. */
const char *discord_words(const char *key);

/* Append what a game is called (codec_game_title()): nothing of it is markup. */
void discord_title(struct text *out, const struct game_header *header);

/* Speak the user's language from here on, on this thread: first of all in each function that the
 * shell calls. */
void discord_speak(const struct request *request);

/* A private answer: a text; the sentence of a key; that of a problem. */
enum handled discord_say(struct request *request, struct response *response, const char *content);
enum handled discord_tell(struct request *request, struct response *response, const char *key);
enum handled discord_problem(struct request *request, struct response *response,
			     enum problem_code code);

/* Append why the rules refuse, with the clause. */
void discord_refusal(struct text *out, const struct pn_verdict *verdict);

/* The server's own key that a user is known by; what they are called, if that can be read, else their
 * number. */
void discord_key(char out[KEY_BYTES], const struct request *request);
void discord_name(struct text *out, const struct interaction *in);

/* Find the hook by which the user's player is told in a channel of Discord's. False: there is none. */
bool discord_find_hook(struct request *request);

/* Find the user's player, without making one: the one they are joined with, else their own. */
void discord_find_player(struct request *request);

/* Go on with `next` when the user's player is known, and made if it is their first time; and when
 * the game is in memory and the user may look at it. */
enum handled discord_know(struct request *request, struct response *response,
			  request_handler *next);
enum handled discord_open(struct request *request, struct response *response, const char *game,
			  request_handler *next);

/* Has the user a seat of the game that is not that of the player they are joined with? */
bool discord_sits_apart(const struct request *request, const char *game);

/* Begin a job for the user in the game; the key is Pennon's own, in which no client's can be. */
void discord_job(struct request *request, enum job_kind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What the game has come to, in two or three lines. */
void discord_position(struct text *out, const struct request *request);

/* Has the user a seat of the game that is open, the umpire's among them? A user who has one can do
 * what there is to do. */
bool discord_acts(const struct request *request);

/* Let what is not answered soon be promised; it is to be for all, or for the asker alone. */
void discord_may_defer(struct request *request, bool is_public);

/* Answer with the public's table, for all of the channel unless the game is private. */
request_handler discord_show_table;

/* The same, and let the bot show it in this channel, where it may and the user plays. */
request_handler discord_show_here;

/* Let a picture of the user's own view follow the answer, which is for their eyes alone: with what they
 * have chosen drawn into it, or (NULL) with the last move. */
void discord_follow(const struct request *request, const struct picture_ghost *ghost);

/* The seats that the user holds, as who they are joined with too, the newest first; and one in words:
 * "Red against Ann", of a game in memory its title besides. */
size_t discord_seats(const struct request *request, struct held_seat seat[DISCORD_CHOICES_MAX]);
void discord_seat_label(struct text *out, const struct request *request,
			const struct held_seat *seat);

/* Open the game that was named or pressed; of none the user's newest. */
enum handled discord_open_named(struct request *request, struct response *response,
				request_handler *next);

/* One thing to choose: a listed action (preset 0) or one of its presets, from 1; and what differs from
 * it at the action's bounds: a number, a place, or which of a bound's units. */
struct discord_choice {
	unsigned action, preset, count;
	struct discord_change {
		unsigned bound;
		int32_t x, y;
	} change[PN_BOUNDS_MAX];
};

enum { DISCORD_CHOICE_BYTES = 64 };

/* "12.3" and "0=2540;0" as a choice that is in the list; false for anything else. Written, it is both,
 * with a colon between. */
bool discord_read_choice(struct discord_choice *out, const struct pn_actions *actions,
			 const char *text, const char *changes);
void discord_write_choice(char out[DISCORD_CHOICE_BYTES], struct discord_choice choice);

/* Its command; borrowed from the list or, until the next, from the talk. NULL: it cannot be read with
 * what differs; `error` says why. */
const struct pn_command *discord_command_of(const struct request *request,
					    struct discord_choice choice,
					    struct codec_error *error);

/* Append the values that it has at the bounds that can be varied so. */
void discord_add_values(struct text *out, const struct request *request,
			struct discord_choice choice);

/* Has it numbers that can be typed? Add a menu for each bound that is a unit, from choice `first` on. */
bool discord_has_numbers(const struct request *request, struct discord_choice choice);
void discord_add_choice_menus(struct text *out, const struct request *request,
			      struct discord_choice choice, unsigned first);

/* Choices are paged: where a page begins, and whether there is another. */
struct discord_page {
	unsigned first, at;
	bool has_more;
};

/* Does the next choice stand on the page? Behind the last: the choice that leads on, or back to the
 * first page. */
bool discord_is_on_page(struct discord_page *page);
void discord_add_next_page(struct text *out, const struct discord_page *page);

/* Is what was pressed of an older version? Then what there is now takes its place, with a word. So it
 * does for who has no seat. */
bool discord_is_stale(struct request *request, struct response *response);

/* What the user may do in the game that is open; never NULL. The version that it is of, as they count. */
const struct pn_actions *discord_listed(const struct request *request);
uint32_t discord_version(const struct request *request);

/* Append what a choice is called. */
void discord_choice_label(struct text *out, const struct request *request,
			  struct discord_choice choice);

/* The id of a menu or button of this game and version: its letter, and what else. */
void discord_menu_id(char out[DISCORD_CUSTOM_ID_BYTES], const struct request *request,
		     const char *letter, const char *rest);

/* For the asker's eyes, in place of what was pressed when that was for them alone, too. */
enum discord_reply discord_own_reply(const struct request *request);

/* Answer with what a choice would do, its odds, the button that does it, and what of it can be had
 * otherwise; menus from choice `first` on. The same of a command that was typed as JSON. */
enum handled discord_show_choice(struct request *request, struct response *response,
				 struct discord_choice choice, unsigned first);
enum handled discord_show_typed(struct request *request, struct response *response,
				const struct pn_command *command);

/* Answer with what has happened (or ""), where the game stands, and the menu of units from the one
 * at `first` on. */
enum handled discord_show_units(struct request *request, struct response *response,
				const char *news, unsigned first);

/* Choices for what is being typed, from memory alone. */
enum handled discord_complete(struct request *request, struct response *response);

/* What somebody typed or pressed, with the player known. */
request_handler discord_games, discord_orders, discord_table, discord_log, discord_new,
	discord_join, discord_rule, discord_page, discord_offer, discord_resign, discord_verify,
	discord_plan, discord_settings, discord_umpire;
request_handler discord_link_form, discord_link, discord_told_form, discord_told;
request_handler discord_take, discord_plan_form, discord_plan_typed, discord_plan_withdraw;
request_handler discord_unit, discord_choose, discord_do, discord_by_hand, discord_typed;
request_handler discord_number_form, discord_numbers, discord_other_unit, discord_do_typed;
