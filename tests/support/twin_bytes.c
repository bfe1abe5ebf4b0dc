#include "twin_bytes.h"

#include <criterion/criterion.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#include "game/service.h"
#include "game/snapshot.h"
#include "notify/delivery.h"
#include "picture/renderer.h"

static const char player[] = "0c234567-89ab-4def-8123-456789abcdef";
static const char hook[] = "0d234567-89ab-4def-8123-456789abcdef";
static const struct smtp_relay relay = {.url = "smtp://127.0.0.1:25",
					.from = "games@pennon.example"};

static const char *const urls[HOOK_FORMATS] = {
	[HOOK_STANDARD] = "https://bot.example/hook",
	[HOOK_MAIL] = "mailto:foe@club.example",
	[HOOK_PUSH] = "https://push.example/foe",
	[HOOK_CHANNEL] = "https://discord.com/api/v10/channels/123456789012345678",
};

/* A notice of the game for the foe, as it lies before the courier. */
static void prepare(struct delivery *delivery, const struct twins *twins, enum hook_format format,
		    const struct p256_key *receiver)
{
	snprintf(delivery->url, sizeof(delivery->url), "%s", urls[format]);
	snprintf(delivery->language, sizeof(delivery->language), "en");
	memcpy(delivery->player, player, GAME_ID_BYTES);
	memcpy(delivery->id, hook, GAME_ID_BYTES);
	memcpy(delivery->game, twins->game.id, GAME_ID_BYTES);
	memcpy(delivery->keys, receiver->public_key, P256_PUBLIC_BYTES);
	delivery->hook = (struct store_hook){
		.format = (uint8_t)format, .language = delivery->language, .secret = 1};
	delivery->notice = (struct store_notice){
		.player = delivery->player,
		.hook = delivery->id,
		.game = delivery->game,
		.kind = NOTICE_TURN,
		.side = (uint8_t)twins->foe,
		.version = snapshot_tip(delivery->snapshot, twins->foe).version,
		.made_ms = 1,
	};
}

/* A header; but of a sender's ECDSA signature, in which is chance, what is signed alone. */
static void add_header(struct text *out, const char *line)
{
	const bool is_signed = strncmp(line, "Authorization:", 14) == 0;
	const char *claims = is_signed ? strchr(line, '.') : NULL;
	const char *end = claims ? strchr(claims + 1, '.') : NULL;

	text_add(out, line, end ? (size_t)(end - line) : strlen(line));
	text_add_string(out, "\n");
}

/* What is sent, with its headers. */
static void add_message(struct text *out, struct twins *twins, int world, enum hook_format format)
{
	struct service *service = twins->world[world].service;
	const uint8_t secret[P256_SECRET_BYTES] = {1};
	struct p256_key receiver;
	struct courier courier = {
		.service = service,
		.options = {.public_url = "https://pennon.example",
			    .relay = &relay,
			    .push_contact = "mailto:operator@pennon.example"},
	};
	struct delivery delivery = {.courier = &courier,
				    .snapshot = service_peek(service, twins->game.id)};

	if (!delivery.snapshot)
		return;
	cr_assert(p256_key_make(&receiver, secret));
	service_push_key(service, &courier.push_key);
	prepare(&delivery, twins, format, &receiver);
	cr_assert(telling_write(&delivery));
	for (const struct curl_slist *at = delivery.headers; at; at = at->next)
		add_header(out, at->data);
	text_add(out, delivery.body.bytes, delivery.body.size);
	text_add_string(out, "\n");
	curl_slist_free_all(delivery.headers);
	text_free(&delivery.body);
	snapshot_release(delivery.snapshot);
}

/* ---- what the bot posts in a channel ---- */

/* A picture takes long: of one in so many it is drawn. */
enum { DRAWN_OF = 4 };

static void drawn(struct render_job *render)
{
	sem_post(render->owner);
}

static void draw(struct delivery *delivery, struct renderer *renderer)
{
	const pn_side viewer = telling_viewer(delivery);
	sem_t done;
	struct render_job render = {
		.snapshot = delivery->snapshot,
		.viewer = viewer,
		.seq = snapshot_tip(delivery->snapshot, viewer).seq,
		.language = "en",
		.done = drawn,
		.owner = &done,
		.picture = &delivery->picture,
	};

	sem_init(&done, 0, 0);
	render.format = PICTURE_PNG;
	cr_assert(renderer_submit(renderer, &render));
	sem_wait(&done);
	sem_destroy(&done);
}

/* The table of the game (of a side: who is named when it is waited for), and whether it is to be there. */
static void add_post(struct text *out, struct twins *twins, int world, enum notice_kind kind,
		     pn_side side)
{
	struct service *service = twins->world[world].service;
	const struct p256_key nobody = {0};
	struct courier courier = {
		.service = service,
		.options = {.public_url = "https://pennon.example", .discord_token = "token"},
	};
	struct delivery delivery = {.courier = &courier,
				    .mentions = "123456789012345678",
				    .snapshot = service_peek(service, twins->game.id)};

	if (!delivery.snapshot)
		return;
	prepare(&delivery, twins, HOOK_CHANNEL, &nobody);
	delivery.notice.kind = (uint8_t)kind;
	delivery.notice.side = side;
	delivery.notice.version = snapshot_tip(delivery.snapshot, PN_PUBLIC).version;
	if (kind == NOTICE_TABLE)
		memcpy(delivery.player, delivery.game, GAME_ID_BYTES);
	if (kind == NOTICE_TABLE && twins->moment % DRAWN_OF == 0)
		draw(&delivery, twins->world[world].app.renderer);
	text_add_format(out, "%d", discord_telling_holds(&delivery));
	cr_assert(discord_telling_write(&delivery));
	text_add(out, delivery.body.bytes, delivery.body.size);
	curl_slist_free_all(delivery.headers);
	text_free(&delivery.body);
	text_free(&delivery.picture);
	snapshot_release(delivery.snapshot);
}

static void compare_posts(struct twins *twins)
{
	struct text posted[2] = {TEXT_EMPTY, TEXT_EMPTY};

	for (int world = 0; world < 2; world++) {
		add_post(&posted[world], twins, world, NOTICE_TABLE, PN_PUBLIC);
		add_post(&posted[world], twins, world, NOTICE_TURN, PN_RED);
		add_post(&posted[world], twins, world, NOTICE_TURN, PN_BLUE);
	}
	twins_compare(twins, "the bot's channel", PN_PUBLIC, &posted[0], &posted[1]);
	text_free(&posted[0]);
	text_free(&posted[1]);
}

void twin_bytes_compare(struct twins *twins)
{
	static const enum hook_format formats[] = {HOOK_STANDARD, HOOK_MAIL, HOOK_PUSH};
	struct text sent[2] = {TEXT_EMPTY, TEXT_EMPTY};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		for (int world = 0; world < 2; world++)
			add_message(&sent[world], twins, world, formats[i]);
	}
	twins_compare(twins, "the bytes that are sent", twins->foe, &sent[0], &sent[1]);
	compare_posts(twins);
	text_free(&sent[0]);
	text_free(&sent[1]);
}
