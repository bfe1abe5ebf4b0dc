#pragma once
/* Players, and the holders of each seat: tokens, or players, with any of their tokens. It answers
 * who holds a seat and whose a token is. The umpire's seat is PN_PUBLIC's. All that a game at rest
 * costs in memory is here.
 *
 * Readers and the one who adds share a read-write lock, taken for one look-up. */

#include "base/platform.h"
#include "game/apps.h"
#include "game/callers.h"
#include "game/players.h"
#include "store/store.h"

struct roster;

/* One that knows nobody. Destroying takes NULL. */
struct roster *roster_create(void);
void roster_destroy(struct roster *roster);

/* Take in a holder of a seat, as the store has it. What is known already changes nothing. */
void roster_add_seat(struct roster *roster, const struct store_seat *seat);

/* Take in a player or a token of one who is known, as the store has it: new, or what changed. */
void roster_put_player(struct roster *roster, const struct store_player *player);
void roster_put_token(struct roster *roster, const struct store_token *token);

/* Take in an app, or a grant of one that is known, as the store has it: new, or what changed. */
void roster_put_app(struct roster *roster, const struct store_app *app);
void roster_put_grant(struct roster *roster, const struct store_grant *grant);

/* All that the player granted has ended. */
void roster_end_grants(struct roster *roster, const char *player);

/* These are all who hold a seat of the game now, or held one by a token; whoever else is known to has
 * lost it. False when nobody has. */
bool roster_renew_seats(struct roster *roster, const char *game, const struct store_seat *seat,
			size_t count);

/* Nobody holds a seat of the game any longer. */
void roster_forget(struct roster *roster, const char *game);

/* How many games there are, those that were forgotten not among them. */
uint32_t roster_games_count(struct roster *roster);

/* Whose token is this? Of a player nothing is said about seats. A player's token that is good
 * counts as used now, by the platform's clock. */
struct caller roster_find(struct roster *roster, const char *token,
			  const struct platform *platform);

/* Which app's token is this? */
struct caller roster_find_app(struct roster *roster, const char *token);

/* As apps.h says of service_...(). */
bool roster_app(struct roster *roster, const char *id, struct app_facts *out);
size_t roster_apps(struct roster *roster, const char *player, struct app_facts *out, size_t max);
bool roster_grant(struct roster *roster, const char *id, struct grant_facts *out);
size_t roster_grants(struct roster *roster, const char *player, struct grant_facts *out,
		     size_t max);
size_t roster_granted(struct roster *roster, const char *app, uint32_t before,
		      struct grant_facts *out, size_t max);
bool roster_take_grant(struct roster *roster, struct caller *caller, const char *grant);
bool roster_common_app(struct roster *roster, const char *game, struct app_facts *out);

/* The number of the app's token as it is now; 0: there is no such app. */
uint64_t roster_app_principal(struct roster *roster, const char *app);

/* Is the app's token still good, and the grant that it named, if any? */
bool roster_app_holds(struct roster *roster, const struct caller *caller);

/* "pn_app_" and the derived part, of an app's token of this number. */
void app_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *app, uint32_t number);

/* The side whose seat the player holds in a game, PN_PUBLIC without one. */
pn_side roster_seat(struct roster *roster, const char *player, const char *game);

/* Is the player a game's umpire? */
bool roster_is_umpire(struct roster *roster, const char *player, const char *game);

/* A player by their id. False when there is none. */
bool roster_player(struct roster *roster, const char *id, struct player_facts *out);

/* The hash of the body that made the player; false without them. */
bool roster_body_hash(struct roster *roster, const char *id, uint8_t out[32]);

/* The player who holds a side's seat (of several the first), or "". */
void roster_holder(struct roster *roster, const char *game, pn_side side, char out[GAME_ID_BYTES]);

/* Is the token with this number still good? */
bool roster_is_good(struct roster *roster, uint64_t principal);

/* Is it good, and does whoever it names hold the side's seat of the game? */
bool roster_principal_holds(struct roster *roster, uint64_t principal, const char *game,
			    pn_side side);

enum { SEATED_MAX = 16 }; /* players of one game whose feeds hear of it */

struct seated {
	char player[GAME_ID_BYTES];
	pn_side side;
	bool hooked; /* they have a hook, or had one */
};

/* Up to `max` players who hold a seat of a game. */
size_t roster_seated(struct roster *roster, const char *game, struct seated *out, size_t max);

/* A follower of a game: a player, or an app by a grant. */
struct feed_to {
	const char *follower; /* the player's or the app's id */
	const char *grant;    /* "": a player */
	pn_side side;
	bool sees, is_told; /* events; whom the game waits for */
};

/* Each app that may look, or is to be told, for somebody who holds a seat of the game. `take` runs under
 * the roster's lock. */
void roster_each_app(struct roster *roster, const char *game, void *context,
		     void (*take)(void *context, const struct feed_to *to));

/* May the app see (`only_told`: or be told of) the game as `side` by this grant? */
bool roster_grant_sees(struct roster *roster, const char *app, const char *grant, const char *game,
		       pn_side side, bool only_told);

/* The player, or who holds the side's seat, has a hook (notices.h). Has anybody? */
void roster_note_hook(struct roster *roster, const char *player);
void roster_note_seat_hook(struct roster *roster, const char *game, pn_side side);
bool roster_any_hooked(const struct roster *roster);

/* Which seats of a game have hooks of their own, or had: bits (1 << PN_PUBLIC: the umpire's). */
uint8_t roster_hooked_seats(struct roster *roster, const char *game);

/* What is known of a game's seats: those of `awaited`, bits of sides (1 << PN_PUBLIC: the umpire's),
 * are waited for, the others are not. `only_unknown`: of those of whom nothing is known yet. */
void roster_await(struct roster *roster, const char *game, uint8_t awaited, bool only_unknown);

/* It is no longer known which sides the game waits for. */
void roster_await_unknown(struct roster *roster, const char *game);

/* Up to `max` seats of a player, the newest first, from before place `before`; `only_awaited`: without
 * those that are known to wait. */
size_t roster_games(struct roster *roster, const char *player, uint32_t before, bool only_awaited,
		    struct held_seat *out, size_t max);

/* Up to `max` good tokens of a player, the newest first; one by its id, good or not. */
size_t roster_tokens(struct roster *roster, const char *player, struct token_facts *out,
		     size_t max);
bool roster_token(struct roster *roster, const char *player, const char *id,
		  struct token_facts *out);

/* Up to `max` good tokens of all players that were used in an hour that the store does not have
 * yet; roster_put_token() says that it has. */
size_t roster_used(struct roster *roster, struct token_facts *out, size_t max);

/* "pn_red_", "pn_blue_" or (PN_PUBLIC) "pn_umpire_" and the derived part; "pn_player_" and
 * the derived part, by whose key it is made: "player" of the first token, when the player is
 * "", "token" of another of their own, "operator" of the operator's. */
void seats_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *game, pn_side side,
		 const char *key);
void player_token(char out[TOKEN_BYTES], const uint8_t secret[32], const char *player,
		  const char *maker, const char *key);
