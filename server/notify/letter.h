#pragma once
/* What somebody is told, as words: one text for a browser's notice, one for a mail. Pure; the words are
 * those of the language that the thread speaks, and what is told of the game comes from the
 * receiver's own view, or is not told. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "game/notice_kinds.h"

enum { LETTER_TOLD_MAX = 12 }; /* sentences of what happened: the last so many */

struct letter {
	enum notice_kind kind;
	const char *id;          /* of the notice: letters, digits, '-' */
	const char *game;        /* id; "" where it is of none */
	const char *title;       /* what the game is called */
	const char *language;    /* code of the words */
	const char *side;        /* "red", "blue": the receiver's; "" where it is of no game */
	const char *other;       /* the other player's name, "" without one */
	const char *decision;    /* what they are asked, "" for nothing */
	int64_t until_ms;        /* when the server answers for them; 0: never */
	const char *const *told; /* what happened since, a sentence each */
	size_t told_count;
	const char *link;      /* opens the game */
	const char *stop_link; /* a page whose button stops these mails */
	bool has_picture;
};

/* The name of a kind, as settings and receivers know it: "turn". Static. */
const char *notice_kind_name(enum notice_kind kind);

/* Add what the service worker is told, canonical JSON that fits into one push whatever the title is. */
void letter_push(struct text *out, const struct letter *letter);

/* Add a mail's subject, its plain text, and the same as HTML. Names that others chose stand
 * in them as text. */
void letter_subject(struct text *out, const struct letter *letter);
void letter_text(struct text *out, const struct letter *letter);
void letter_html(struct text *out, const struct letter *letter);
