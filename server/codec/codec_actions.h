#pragma once
/* Listed actions: what a side may do now, each ready to be posted as it stands. The
 * format is frozen; README.md here tells it in full. */

#include "codec/words.h"

enum {
	CODEC_LABEL_CHARACTERS = 80,
	CODEC_LAWFUL_MAX = 25, /* actions that a refusal lists */
};

/* A list of a side's actions. All borrowed. */
struct codec_list {
	const struct pn_game *view;     /* the side's */
	const struct pn_muster *muster; /* the names of its units */
	const struct pn_actions *actions;
	uint32_t version; /* of the position they were made for: part of their ids */
};

/* Append the label of an action or a preset: the text of its words' key, in at most
 * CODEC_LABEL_CHARACTERS characters of the language that the thread speaks. */
void codec_label(struct text *out, const struct pn_muster *muster, const char *key,
		 const struct pn_command *command);

/* The list as listActions answers it. */
void codec_actions_encode(struct text *out, const struct codec_list *list);

/* Those of one unit, with the ids that they have in the whole list; of PN_NO_UNIT: those that are
 * no unit's, passing and the like. */
void codec_actions_of_encode(struct text *out, const struct codec_list *list, pn_unit_id unit);

/* What each unit may do, in outline: a list of {"actions","types","unit"}, by unit, without the
 * units that may do nothing. "actions" counts, "types" are those of the commands. */
void codec_outline_encode(struct text *out, const struct codec_list *list);

/* The unit of that name (a text that ends in a NUL) in the view's game. PN_NO_UNIT: none. */
pn_unit_id codec_unit_find(const struct pn_game *view, const char *name);

/* The member "way" of a list of actions, if a unit's move can be answered on it. */
void codec_way_encode(struct text *out, const struct pn_game *names,
		      const struct pn_actions *actions);

/* What may be done instead of something refused: a list of at most CODEC_LAWFUL_MAX
 * {"do","id","label"}, of the same unit when it has any, of the whole side otherwise. */
void codec_lawful_encode(struct text *out, const struct codec_list *list, pn_unit_id unit);

enum codec_found {
	CODEC_FOUND,
	CODEC_STALE,       /* the id was listed for another version */
	CODEC_NOT_OFFERED, /* no action or preset has this id */
};

/* The command that an action's or a preset's id stands for. */
enum codec_found codec_action_find(struct pn_command *out, const struct pn_actions *actions,
				   uint32_t version, const char *id);
