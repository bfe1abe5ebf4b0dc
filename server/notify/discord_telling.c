/* What is posted in a channel of a game: what anybody may see of it, and nothing else. Of a private
 * game that is whose turn it is, and a link that shows its players more. */

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"
#include "codec/codec_ruleset.h"
#include "codec/words.h"
#include "discord/message.h"
#include "game/players.h"
#include "game/snapshot.h"
#include "notify/delivery.h"
#include "notify/discord_post.h"

enum {
	COLOUR_RED = 0xb3261e,
	COLOUR_BLUE = 0x1f5fae,
	COLOUR_NOBODY = 0x6b6b6b,
};

static const char *const side_keys[] = {"side.red", "side.blue"};

static const char *say(const char *key)
{
	const char *words = words_find(words_spoken(), key);

	return words ? words : key;
}

static bool is_private(const struct delivery *delivery)
{
	return snapshot_header(delivery->snapshot)->access == ACCESS_PRIVATE;
}

/* Sides that are waited for, as everybody may know. */
static uint8_t awaited(const struct snapshot *snapshot, const struct turn *turn)
{
	struct army_facts armies;
	uint8_t sides = 0;

	if (snapshot_header(snapshot)->status == GAME_PLAYING && !turn->army_until_ms)
		return turn->owes;
	snapshot_armies(snapshot, &armies);
	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (turn->army_until_ms && !armies.sealed[side])
			sides |= (uint8_t)(1u << side);
	}
	return sides;
}

/* ---- what is waited for ---- */

static const char *sentence_of(const struct delivery *delivery, const struct turn *turn)
{
	const uint8_t sides = awaited(delivery->snapshot, turn);

	if (snapshot_header(delivery->snapshot)->status == GAME_FINISHED)
		return "notice.ended";
	if (snapshot_header(delivery->snapshot)->status == GAME_OPEN && !sides)
		return "discord.not_joined";
	return sides == 1u << PN_BLUE ? "notice.blue_decides"
	       : sides & 1            ? "notice.red_decides"
				      : "notice.open";
}

/* What a notice is about, in a sentence. */
static const char *words_of(const struct delivery *delivery, const struct turn *turn)
{
	static const char *const decides[] = {"notice.red_decides", "notice.blue_decides",
					      "notice.umpire_decides"};
	const pn_side side = delivery->notice.side;

	switch ((enum notice_kind)delivery->notice.kind) {
	case NOTICE_TURN:
		return decides[side < PN_SIDES ? side : PN_SIDES];
	case NOTICE_JOINED:
		return "notice.begins";
	case NOTICE_ENDED:
		return "notice.ended";
	case NOTICE_TABLE:
		return sentence_of(delivery, turn);
	case NOTICE_TEST:
	case NOTICE_REACTION:
	case NOTICE_CLOCK:
	case NOTICE_MESSAGE:
	case NOTICE_CONFIRM:
	case NOTICE_KINDS:
		break;
	}
	return "notice.test";
}

static void add_waits(struct text *out, const struct snapshot *snapshot, const struct turn *turn)
{
	const struct pn_game *view = snapshot_view(snapshot, PN_PUBLIC);
	const uint8_t sides = awaited(snapshot, turn);

	for (pn_side side = 0; side < PN_SIDES; side++) {
		if (!(sides >> side & 1))
			continue;
		text_add_format(out, "▸ %s: ", say(side_keys[side]));
		if (turn->army_until_ms)
			text_add_string(out, say("notice.army"));
		else
			words_add(out, "decision",
				  pn_rules_of(view)->decisions.row[turn->decision].name);
		discord_until(out,
			      turn->army_until_ms ? turn->army_until_ms : turn->until_ms[side]);
	}
}

/* ---- the table in words ---- */

static void add_players(struct text *out, const struct delivery *delivery)
{
	struct player_facts player;

	for (pn_side side = 0; side < PN_SIDES; side++) {
		text_add_format(out, "%s%s", side ? " · " : "", say(side_keys[side]));
		if (machine_plays(&snapshot_header(delivery->snapshot)->machine, side))
			text_add_format(out, ": %s", say("discord.machine"));
		if (!service_holder(delivery->courier->service, delivery->game, side, &player) ||
		    !player.name[0])
			continue;
		text_add_string(out, ": ");
		discord_add_name(out, player.name);
	}
	text_add_string(out, "\n");
}

static void add_told(struct text *out, const struct snapshot *snapshot)
{
	struct text told[DISCORD_POST_TOLD] = {TEXT_EMPTY, TEXT_EMPTY, TEXT_EMPTY};
	struct text lines = TEXT_EMPTY;
	const size_t count = telling_told(snapshot, PN_PUBLIC, told, DISCORD_POST_TOLD, &lines);

	for (size_t i = 0; i < count; i++) {
		text_add_string(out, "• ");
		discord_escape(out, told[i].bytes);
		text_add_string(out, "\n");
	}
	for (size_t i = 0; i < DISCORD_POST_TOLD; i++)
		text_free(&told[i]);
	text_free(&lines);
}

/* Turn and phase, who is waited for and until when, and what happened last. */
static void add_table(struct text *out, const struct delivery *delivery, const struct turn *turn)
{
	const struct snapshot *snapshot = delivery->snapshot;
	const struct pn_game *view = snapshot_view(snapshot, PN_PUBLIC);
	const enum game_status status = snapshot_header(snapshot)->status;

	add_players(out, delivery);
	if (status == GAME_PLAYING && view->turn > 0)
		discord_turn(out, view->turn, pn_rules_of(view)->phases.row[view->phase].name);
	if (status == GAME_FINISHED)
		text_add_format(out, "%s\n", say("notice.ended"));
	add_waits(out, snapshot, turn);
	add_told(out, snapshot);
}

/* ---- the message ---- */

static uint32_t colour_of(uint8_t sides)
{
	if (sides == 1u << PN_RED)
		return COLOUR_RED;
	return sides == 1u << PN_BLUE ? COLOUR_BLUE : COLOUR_NOBODY;
}

/* Users that are named are pinged when the game waits for them; an edited message would ping
 * nobody. */
static void add_mentions(struct text *out, const char *mentions)
{
	while (*mentions) {
		const size_t size = strcspn(mentions, ",");

		text_add_format(out, "<@%.*s> ", (int)size, mentions);
		mentions += size + (mentions[size] == ',');
	}
}

static void add_body(struct delivery *delivery, const struct text *json)
{
	char id[GAME_ID_BYTES], boundary[GAME_ID_BYTES + 8];
	struct text type = TEXT_EMPTY;

	if (!delivery->picture.size) {
		text_add(&delivery->body, json->bytes, json->size);
		telling_header(delivery, "Content-Type", "application/json");
		return;
	}
	/* The id is unknown beforehand, so no player can write the boundary into a name. */
	service_notice_id(delivery->courier->service, &delivery->notice, id);
	snprintf(boundary, sizeof(boundary), "pennon-%s", id);
	discord_multipart(&delivery->body, boundary, json, &delivery->picture);
	text_add_format(&type, "multipart/form-data; boundary=%s", boundary);
	telling_header(delivery, "Content-Type", type.bytes);
	text_free(&type);
}

/* What is waited for; of a private game with a link, and nothing else. */
static void add_content(struct text *out, const struct delivery *delivery, const struct turn *turn,
			const char *mentions, const char *link)
{
	add_mentions(out, mentions);
	if (delivery->notice.kind != NOTICE_TABLE || is_private(delivery))
		text_add_string(out, say(words_of(delivery, turn)));
	if (is_private(delivery))
		text_add_format(out, "\n%s", link);
}

/* Orders, table and log of the game, and the page. Nothing in an id is secret. */
static void write_with_buttons(struct text *json, struct discord_post *post,
			       const struct delivery *delivery)
{
	char id[3][GAME_ID_BYTES + 2], nonce[DISCORD_NONCE_CHARACTERS + 1], made[GAME_ID_BYTES];
	const struct discord_post_button button[] = {
		{DISCORD_PRIMARY, say("discord.orders"), id[0]},
		{DISCORD_SECONDARY, say("discord.table"), id[1]},
		{DISCORD_SECONDARY, say("discord.log"), id[2]},
		{DISCORD_LINK, say("discord.page"), post->link},
	};

	for (size_t i = 0; i < 3; i++)
		snprintf(id[i], sizeof(id[i]), "%c:%s", "otl"[i], delivery -> game);
	/* What was posted and not heard of is not posted again. */
	service_notice_id(delivery->courier->service, &delivery->notice, made);
	snprintf(nonce, sizeof(nonce), "%.*s", DISCORD_NONCE_CHARACTERS, made);
	if (!delivery->post.message[0] || discord_has_moved(delivery))
		post->nonce = nonce;
	post->button = button;
	/* A message that names players stands below the game's own, which has the other buttons. */
	post->button_count = delivery_names(delivery) ? 1 : sizeof(button) / sizeof(button[0]);
	discord_post_write(json, post);
}

static void write_game(struct delivery *delivery, struct text *json)
{
	const struct game_header *header = snapshot_header(delivery->snapshot);
	const bool pings = delivery->notice.kind == NOTICE_TURN;
	struct text content = TEXT_EMPTY, title = TEXT_EMPTY, link = TEXT_EMPTY, about = TEXT_EMPTY;
	struct text called = TEXT_EMPTY;
	struct turn turn;

	snapshot_turn(delivery->snapshot, PN_PUBLIC, false, &turn);
	text_add_format(&link, "%s/g/%s", delivery->courier->options.public_url, delivery->game);
	struct discord_post post = {.mentions = pings ? delivery->mentions : "",
				    .link = link.bytes,
				    .colour = colour_of(awaited(delivery->snapshot, &turn)),
				    .alt = say(sentence_of(delivery, &turn)),
				    .has_picture = delivery->picture.size > 0};

	add_content(&content, delivery, &turn, post.mentions, link.bytes);
	if (!is_private(delivery) && !delivery_names(delivery)) {
		codec_game_title(&called, header);
		discord_escape(&title, called.bytes);
		add_table(&about, delivery, &turn);
		post.title = title.bytes;
		post.about = about.bytes;
	}
	post.content = content.bytes ? content.bytes : "";
	if (delivery->hook.format == HOOK_CHANNEL)
		write_with_buttons(json, &post, delivery);
	else
		discord_post_write(json, &post);
	text_free(&content);
	text_free(&called);
	text_free(&title);
	text_free(&link);
	text_free(&about);
}

bool discord_telling_holds(const struct delivery *delivery)
{
	const pn_side side = delivery->notice.side;
	const bool is_withdrawn = snapshot_withdrawn(delivery->snapshot);
	struct turn turn;

	/* What the operator hides is taken out of the channel, where it can be. */
	if (delivery->notice.kind == NOTICE_TABLE)
		return !is_withdrawn || delivery->post.message[0];
	snapshot_turn(delivery->snapshot, PN_PUBLIC, true, &turn);
	return !is_withdrawn && (delivery->notice.kind != NOTICE_TURN ||
				 (side < PN_SIDES ? awaited(delivery->snapshot, &turn) >> side & 1
						  : turn.you == AWAITED_RULING));
}

bool discord_telling_write(struct delivery *delivery)
{
	struct text json = TEXT_EMPTY, agent = TEXT_EMPTY;

	/* As Discord wants to be told who asks. */
	text_add_format(&agent, "DiscordBot (%s, " PENNON_VERSION ")",
			delivery->courier->options.public_url);
	telling_header(delivery, "User-Agent", agent.bytes);
	telling_header(delivery, "Expect", "");
	if (delivery->hook.format == HOOK_CHANNEL) {
		text_clear(&agent);
		text_add_format(&agent, "Bot %s", delivery->courier->options.discord_token);
		telling_header(delivery, "Authorization", agent.bytes);
		crypto_forget(agent.bytes, agent.size);
	}
	words_speak(delivery->hook.language);
	delivery->removes |= delivery->snapshot && snapshot_withdrawn(delivery->snapshot);
	if (delivery->snapshot && !delivery->removes) {
		write_game(delivery, &json);
		add_body(delivery, &json);
	} else if (!delivery->removes) {
		discord_post_write(&json, &(struct discord_post){.content = say("notice.test"),
								 .mentions = ""});
		add_body(delivery, &json);
	}
	words_speak("en");
	text_free(&json);
	text_free(&agent);
	discord_aim(delivery);
	return true;
}
