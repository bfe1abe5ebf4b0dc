#pragma once
/* Random parts of events and commands, as decoding would leave them. */

#include "pennon/rules.h"
#include "random_placement.h"

/* 0 to count - 1. */
uint8_t below(struct random_source *random, unsigned count);
pn_unit_id any_unit(const struct pn_game *game, struct random_source *random);
pn_unit_id unit_or_none(const struct pn_game *game, struct random_source *random);
pn_side side_or_none(struct random_source *random);
void any_mark(struct pn_mark *mark, struct random_source *random);
pn_who any_who(const struct pn_game *game, struct random_source *random);
void any_pose(pn_pose *pose, struct random_source *random);
void any_bytes(uint8_t *out, size_t size, struct random_source *random);
struct pn_order any_order(const struct pn_game *game, struct random_source *random);
struct pn_slot any_slot(const struct pn_game *game, struct random_source *random);
void any_orders(struct pn_orders *orders, const struct pn_game *game, struct random_source *random);
void any_places(struct pn_orders *orders, const struct pn_game *game, struct random_source *random);
void any_sent(struct pn_placed *placed, struct random_source *random);
/* What it sends is borrowed until the next path is made. */
void any_path(struct pn_path *path, const struct pn_game *game, struct random_source *random);
void any_pending(struct pn_pending *pending, const struct pn_game *game,
		 struct random_source *random);
void any_roll(struct pn_event *event, const struct pn_game *game, struct random_source *random);
void any_cup_roll(struct pn_event *event, const struct pn_game *game, struct random_source *random);
int32_t any_fact(const struct pn_fact_rule *rule, struct random_source *random);
void any_outcome(struct pn_outcome *outcome, const struct pn_game *game,
		 struct random_source *random);
