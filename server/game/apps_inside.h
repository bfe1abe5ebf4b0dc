#pragma once
/* What a batch has of apps and grants, and how memory takes it in. For the files of game/. */

#include "game/apps.h"
#include "game/batch.h"

/* Put an app into the batch as `facts` has it, whose token follows from its number; put a grant. */
void batch_add_app(struct batch *batch, const struct app_facts *facts, enum store_app_act act);
void batch_add_grant(struct batch *batch, const struct grant_facts *facts, bool ended);

/* Does the batch change an app or a grant of the player's? */
bool apps_are_under_way(const struct batch *batch, const char *player);

/* All that the player granted ends, and their apps need other tokens: whoever had a token of theirs
 * may have made them. */
void apps_end_for(struct batch *batch, struct job *job);

/* Take in an app or a grant as the store has it, and tell whom it concerns. */
void apps_take_app(struct service *service, const struct store_app *app);
void apps_take_grant(struct service *service, const struct store_grant *grant);
