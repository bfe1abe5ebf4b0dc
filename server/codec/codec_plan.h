#pragma once
/* What a side writes for itself: bodies of putPlan and putStandingOrders, and the same in
 * canonical form, as events and the getGame object have them. */

#include "codec/codec.h"
#include "model/plan.h"

/* {"commands":[{"decision"?,"do","if_asked"?,"this_step"?,"turn"?}],"stop_at"?}. Members left out
 * say what api-spec/openapi.yaml says of them. Also refuses what plan_fault() finds. */
bool codec_plan_decode(struct plan *out, const struct pn_game *names, const char *bytes,
		       size_t size, struct codec_error *error);

/* A plan to be tried, and a command that is looked at in the position that it comes to. Large, and
 * not to be copied, like a plan. */
struct codec_trial {
	struct plan plan;
	bool has_then;
	struct pn_command then;
	struct pn_placed placed;
};

/* The body of tryPlan: as codec_plan_decode(), with "then" beside. */
bool codec_trial_decode(struct codec_trial *out, const struct pn_game *names, const char *bytes,
			size_t size, struct codec_error *error);

/* In canonical form, from command `first` on. */
void codec_plan_encode(struct text *out, const struct pn_game *names, const struct plan *plan,
		       uint8_t first);

/* What plan_refusal() says of a plan that is new, and a JSON pointer to the member; "" when it is
 * lawful. */
struct pn_verdict codec_plan_check(const struct plan *plan, const struct pn_game *view,
				   pn_side side, char pointer[CODEC_POINTER_BYTES]);

/* {"delay_minutes"?,"orders":[{"answer","class"?,"decision"?,"line"?,"reaction"?,"unit"?,
 * "with"?}]}; also refuses what standing_orders_fault() finds. */
bool codec_standing_orders_decode(struct standing_orders *out, const struct pn_game *names,
				  pn_side side, const char *bytes, size_t size,
				  struct codec_error *error);

/* False, and why, when standing_orders_vain() finds one in orders that are new. */
bool codec_standing_orders_check(const struct standing_orders *orders, const struct pn_game *view,
				 struct codec_error *error);

void codec_standing_orders_encode(struct text *out, const struct pn_game *names,
				  const struct standing_orders *orders);

/* {"passes","plan","standing_orders"}: the members of getGame that are their owner's; what
 * there is none of is empty. Written into an object that is open, in three calls, because
 * the members of others come between. */
void codec_passes_encode(struct text *out, const struct pn_game *names,
			 const struct intent *intent);

/* Is `written` of an event of this kind, by this side, what these functions write? */
bool codec_written_is_canonical(const struct pn_event *event, const struct pn_game *names,
				struct codec_error *error);
