#pragma once
/* One notice under way. The courier's thread alone touches it, but for what comes back by
 * `is_back`.
 *
 *	mail, browser:  LOOKS at the game ─► DRAWS the table ─► CLAIMS the hour ─► SENDS ─► WRITES
 *	channel:        LOOKS at the game ─► DRAWS the table ─────────────────────► SENDS ─► WRITES
 *	interaction:    SAYS ─► SENDS (one to three times) ─► DRAWS the table ────► SENDS
 *	all others:                                                                SENDS ─► WRITES
 *
 * To bring a channel up to date may take several requests, one after another.
 */

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "game/hooks.h"
#include "game/job.h"
#include "notify/courier.h"
#include "notify/discord_limits.h"
#include "notify/follow_up.h"
#include "notify/hook_message.h"
#include "notify/promises.h"
#include "notify/smtp.h"
#include "picture/renderer.h"

enum delivery_stage {
	DELIVERY_LOOKS,  /* a job opens the game */
	DELIVERY_DRAWS,  /* the renderer draws it */
	DELIVERY_CLAIMS, /* a job writes down that the address is sent a mail of it */
	DELIVERY_SAYS,   /* a promised answer is to be sent, perhaps once more */
	DELIVERY_SENDS,  /* libcurl has it */
	DELIVERY_WRITES, /* a job writes down what came of it */
};

/* An answer that was promised, and how much of it has been sent; of no other follow-up it has text. */
struct promised {
	struct text answer; /* JSON */
	uint8_t way, step;
	int number;       /* of the promise */
	int64_t until_ms; /* so long its token answers */
};

struct delivery {
	struct job job; /* first */
	struct render_job render;
	struct courier *courier;
	struct delivery *next;
	enum delivery_stage stage;
	bool follows; /* it is no notice, but what follows an interaction's answer */
	struct promised promised;
	struct picture_ghost ghost;
	CURL *easy;
	struct curl_slist *headers;
	struct smtp_sending smtp;
	struct text body, picture;
	struct text answer; /* of a channel */
	char url[HOOK_URL_BYTES], host[HOOK_URL_BYTES], language[HOOK_LANGUAGE_BYTES];
	uint8_t keys[STORE_HOOK_KEY_BYTES];
	char player[GAME_ID_BYTES], id[GAME_ID_BYTES], game[GAME_ID_BYTES];
	struct store_notice notice; /* names are those above */
	struct store_hook hook;
	struct store_mailed mailed;
	char mentions[HOOK_MENTIONS_BYTES];
	/* Of a channel: what is asked, and the message that stands there. */
	const char *method;
	char target[HOOK_URL_BYTES + STORE_MESSAGE_BYTES + 16];
	struct store_post post;
	bool post_changed; /* and is to be written down */
	bool removes;      /* nothing is to stand there any more */
	/* The message stands in another channel than its table is to: there it is asked about. */
	char old_url[sizeof(HOOK_CHANNEL_URL) + STORE_MESSAGE_BYTES];
	bool asks_old;
	bool was_replaced;         /* a lost message was posted anew: that is done once */
	struct snapshot *snapshot; /* held, while it is composed */
	size_t answered;           /* bytes */
	bool submitted;            /* to the service, or the renderer */
	int64_t again_us;          /* not submitted before */
	int64_t claimed_us;        /* when its hook was claimed last */
	atomic_bool is_back;
};

struct courier {
	struct service *service;
	struct courier_options options;
	struct p256_key push_key;
	struct discord_limits *limits; /* the thread's own */
	struct promises *promises;     /* NULL: none are made */
	pthread_t thread;
	bool has_thread;
	atomic_bool stopping, woken;
	_Atomic(struct delivery *) handed; /* follow-ups that others want sent */
	atomic_uint follow_ups;            /* ... and those under way */
	CURLM *multi;
	/* The thread's own: */
	struct delivery *first;
	size_t count;
	bool put_off;     /* a job was not taken, or not written */
	bool others_tell; /* what is due, for now */
};

/* Is it posted in a channel, by whichever way? */
static inline bool delivery_posts(const struct delivery *delivery)
{
	return delivery->hook.format == HOOK_DISCORD || delivery->hook.format == HOOK_CHANNEL;
}

/* Does it name a player where the game's table stands? */
static inline bool delivery_names(const struct delivery *delivery)
{
	return delivery->hook.format == HOOK_CHANNEL &&
	       strcmp(delivery->player, delivery->game) != 0;
}

enum { DELIVERY_AGAIN_MS = 1000 }; /* when what was not taken or written is submitted again */

struct request_result {
	long status;
	int64_t retry_after_s;
	int64_t held_ms; /* Discord's limits: it is asked again so much later, which is no failure */
	bool is_good, ends, was_taken;
	bool is_refused; /* what was sent is no good, and never will be */
};

/* Begin: wait for quiet hours or the mail before to end, or go through the stages. */
void delivery_start(struct delivery *delivery);

/* Without a request: it goes. */
void delivery_drop(struct delivery *delivery);

/* Hand out what its stage waits for; when nobody takes it, another time. */
void delivery_submit(struct delivery *delivery);

/* What its stage waited for is there. False: it is done with. */
bool delivery_go_on(struct delivery *delivery);

/* What follows an answer: begin what others have handed in; when it is drawn, send it; what came of it. */
#define FOLLOW_UP_ORIGINAL "/messages/@original"
struct delivery *follow_up_create(struct courier *courier, const struct follow_up *from);
void follow_up_hand(struct delivery *delivery);
void follow_up_end(struct delivery *delivery); /* it is done with, whatever came of it */
void follow_ups_take(struct courier *courier);
void follow_up_compose(struct delivery *delivery);
void follow_up_take_result(struct delivery *delivery, const struct request_result *result);

/* Of an answer that was promised: is it still to be sent? Send what comes next of it; what came of
 * that. What the process before has left is taken up when the courier starts. */
bool promised_is_owed(const struct delivery *delivery);
void promised_send(struct delivery *delivery);
void promised_take_result(struct delivery *delivery, const struct request_result *result);
void promised_take_left(struct courier *courier);

/* libcurl is done with it. */
void delivery_take_result(struct delivery *delivery, CURLcode code);

/* The game is needed no longer. */
void delivery_let_go(struct delivery *delivery);

/* Make what is sent: a webhook's or a channel's body; with the game looked at, and drawn, a
 * browser's or a mail. False: it cannot be made, and never will be. */
bool telling_write(struct delivery *delivery);

/* Does the game still wait for whom it is about, where that is what the notice says? */
bool telling_holds(const struct delivery *delivery);

/* Whose view its picture is drawn in: in a channel what anybody may see. */
pn_side telling_viewer(const struct delivery *delivery);

/* The same of what a channel is posted, of which anybody may read. */
bool discord_telling_write(struct delivery *delivery);
bool discord_telling_holds(const struct delivery *delivery);

/* Add a header to what is sent. */
void telling_header(struct delivery *delivery, const char *name, const char *value);

/* The last things that a viewer saw happen, a side since it did something itself, but for what is
 * bookkeeping: up to `max` sentences. `lines` is
 * working room. */
size_t telling_told(const struct snapshot *snapshot, pn_side viewer, struct text *told, size_t max,
		    struct text *lines);

/* Which message of the channel it is about. False when the disk cannot be read. */
bool discord_find_post(struct delivery *delivery);

/* Where the one who is named is to be so: the channel of the game's table, "" when there is none;
 * and the message by which they still are, which is to be removed. False: the disk cannot be read. */
bool discord_find_named(struct delivery *delivery);

/* Does the message stand in another channel than it is to? Then it is removed there first. */
bool discord_has_moved(const struct delivery *delivery);

/* When a message that stands there may be edited again: after its first hour once a minute, or as the
 * options have it. */
enum { DISCORD_AGED_MS = 3600 * 1000, DISCORD_AGED_PACE_MS = 60 * 1000 };
int64_t discord_edit_due(const struct store_post *post, const struct courier_options *options,
			 int64_t now_ms);

/* Say what is asked of Discord next. */
void discord_aim(struct delivery *delivery);

/* How many milliseconds it has to wait by Discord's limits; 0: it may go. */
int64_t discord_wait_ms(struct delivery *delivery);

/* What came of a request, of which the limits learn. True: there is more to ask. */
bool discord_take_result(struct delivery *delivery, struct request_result *result);

/* Make the easy handle of what was written. False without memory. */
bool request_begin(struct delivery *delivery);

/* Give back what the request holds; with all that was written for it. */
void request_close(struct delivery *delivery);
void request_end(struct delivery *delivery);

/* What came of it: a status, 0 when nothing that could be read was answered, and after how long
 * at the least the receiver wants to be asked again. `was_taken` is false only when a relay
 * certainly has not taken the mail. */
struct request_result request_result(const struct delivery *delivery, CURLcode code);
