#pragma once
/* A message in a Discord channel, as its REST API takes it: JSON, and the table's picture beside it,
 * within the documented limits. Pure. What it says is cut to fit; nobody is pinged but those who
 * are named. */

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum {
	DISCORD_POST_TOLD = 3,
	DISCORD_TITLE_CHARACTERS = 256,
	DISCORD_EMBED_CHARACTERS = 4096, /* of an embed's description */
	DISCORD_ALT_CHARACTERS = 1024,   /* of an attachment's */
	DISCORD_NONCE_CHARACTERS = 25,
};

/* A button below it; `style` is Discord's number; of a link, 5, the id is its address. */
struct discord_post_button {
	int style;
	const char *label, *id;
};

struct discord_post {
	const char *content;  /* a sentence, with mentions; "": none */
	const char *mentions; /* ids of users, with commas between, who are pinged; "": nobody */
	const char *title;    /* what the table is called; NULL: no table is shown */
	const char *link;
	const char *about; /* markup */
	uint32_t colour;   /* 0xRRGGBB */
	const char *alt;   /* what the picture shows, for readers who cannot see it */
	bool has_picture;  /* it comes beside it, as the first file */
	const char *nonce; /* a message with one that was used is not posted again; NULL: none */
	const struct discord_post_button *button;
	size_t button_count; /* at most 5 */
};

/* Append it as JSON. */
void discord_post_write(struct text *out, const struct discord_post *post);

/* Append what puts a picture to a message that stands, in place of what it has, and changes nothing else. */
void discord_post_write_picture(struct text *out, const char *alt);

/* Append a body of multipart/form-data: the JSON, and a PNG. The boundary stands in neither. */
void discord_multipart(struct text *out, const char *boundary, const struct text *json,
		       const struct text *png);
