#pragma once
/* A game as one viewer sees it, as a picture: SVG or PNG, PICTURE_WIDTH wide. Drawn from
 * the viewer's own view and nothing else, so it can show no more than getGame says.
 *
 * Distances are no part of it: there is no scale and no grid unless both players chose to
 * measure. What colour tells is told by shape or word too. */

#include "game/snapshot.h"

enum {
	PICTURE_WIDTH = 800,         /* pixels */
	PICTURE_FIELD_DEPTH = 900,   /* the most that the table takes of the height */
	PICTURE_BASES_MAX = 4000,    /* figures' bases in one picture; past it outlines */
	PICTURE_BYTES_MAX = 4 << 20, /* more than any picture can need */
};

enum picture_format { PICTURE_SVG, PICTURE_PNG, PICTURE_FORMATS };

enum { PICTURE_GHOST_LEGS = PN_PATH_MAX };

/* What somebody has chosen and not done: where the unit would come to stand, after each leg. */
struct picture_ghost {
	pn_unit_id unit;
	uint8_t count; /* 0: nothing would move */
	pn_pose leg[PICTURE_GHOST_LEGS];
};

/* What is drawn. All borrowed. */
struct picture_subject {
	const struct pn_game *game;     /* the viewer's view */
	const struct pn_muster *muster; /* the names of the units */
	pn_side viewer;
	bool is_open;                 /* nobody has joined yet */
	const struct last_move *last; /* the last move that was seen, or NULL */
	bool is_chosen;               /* `last` is none, but what is chosen, from its end */
};

/* Append what it shows in a sentence or two, in the language of the thread: turn and phase, who is waited
 * for. From any thread. */
void picture_title(struct text *out, const struct picture_subject *subject);

/* Has the machine a font with letters? Without one a picture shows boxes in their place. One
 * thread of a process at a time, the one that draws. */
bool picture_has_font(void);

/* Append the picture. The same subject gives the same bytes. False when there is no memory
 * for it, or it would pass PICTURE_BYTES_MAX; then nothing was appended. One thread of a
 * process at a time. */
bool picture_draw(struct text *out, const struct picture_subject *subject,
		  enum picture_format format);
