#pragma once
/* A line of play that is asked about: a position and what is done in it, step by step, with the
 * dice that the question names. It is played from its beginning for every question, so nothing
 * is kept between two. */

#include "codec/json.h"
#include "pennon/rules.h"

enum {
	LINE_STEPS_MAX = 2048,
	LINE_LOG_MAX = 16384,
	LINE_PLACED_MAX = 256,
	LINE_FACES_MAX = 1024,
};

/* The dice of one step, in the order in which they are thrown. */
struct line_dice {
	uint16_t count, used;
	uint8_t face[LINE_FACES_MAX];
};

struct line {
	struct json_in in; /* what is wrong with the question */
	struct codec_error error;
	struct line_dice dice;
	struct pn_muster muster;
	struct pn_arrangement given, shown;
	struct pn_game start[PN_VIEWERS + 1], view[PN_VIEWERS],
		truth;        /* `start`: the truth's last */
	struct pn_events out; /* of the last step */
	struct pn_command command;
	struct pn_placed sent; /* by the command */
	size_t count;
	struct pn_event log[LINE_LOG_MAX]; /* since `start` */
	size_t placed_count;
	struct pn_placed placed[LINE_PLACED_MAX]; /* what the events of `log` send */
	uint32_t seq[PN_VIEWERS];
	struct pn_actions actions;
	struct pn_preview preview;
	struct line_refusal {
		const char *code; /* NULL: the rules refused it, and `preview` says why */
		pn_clause clause;
		struct codec_error error; /* where and why */
	} refusal;
};

/* How a step came out. */
enum line_came {
	LINE_DONE,
	LINE_REFUSED, /* it changed nothing; `refusal` says why */
	LINE_WRONG,   /* the question is; `error` says why */
};

/* Set up the position of a question: its "ruleset", "muster", "given" and "begin", and let what
 * needs no decision happen. A muster that is refused has no position. */
enum line_came line_begin(struct line *line, const json_t *question);

/* Do one step, an object with "side" and "do" or "expires", and "dice". */
enum line_came line_step(struct line *line, const json_t *step);

/* Take the side and the command of an object into `side` and `command`. */
enum line_came line_command(struct line *line, const json_t *object, pn_side *side);
