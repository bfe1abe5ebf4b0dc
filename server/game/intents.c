#include "game/intents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/crypto.h"
#include "codec/codec_plan.h"
#include "game/state_coder.h"

struct kept_plan {
	atomic_int references;
	struct plan plan;
};

struct kept_orders {
	atomic_int references;
	struct standing_orders orders;
};

void written_hold(const struct written *written)
{
	if (written->plan)
		atomic_fetch_add(&written->plan->references, 1);
	if (written->orders)
		atomic_fetch_add(&written->orders->references, 1);
}

static void release_plan(struct kept_plan *plan)
{
	if (plan && atomic_fetch_sub(&plan->references, 1) == 1)
		free(plan);
}

static void release_orders(struct kept_orders *orders)
{
	if (orders && atomic_fetch_sub(&orders->references, 1) == 1)
		free(orders);
}

void written_release(struct written *written)
{
	release_plan(written->plan);
	release_orders(written->orders);
}

/* ---- taking in ---- */

/* What is in the log was read by the codec before it came there, so it is read again. */
static void set_plan(struct written *written, const struct pn_event *event,
		     const struct pn_game *names)
{
	struct kept_plan *plan = allocate(1, sizeof(*plan));
	struct codec_error error;

	atomic_init(&plan->references, 1);
	if (!codec_plan_decode(&plan->plan, names, event->written.text, event->written.size,
			       &error))
		plan->plan.count = 0;
	release_plan(written->plan);
	written->plan = plan;
	intent_set_plan(&written->intent, &plan->plan);
}

static void set_orders(struct written *written, const struct pn_event *event,
		       const struct pn_game *names)
{
	struct kept_orders *orders = allocate(1, sizeof(*orders));
	struct codec_error error;

	atomic_init(&orders->references, 1);
	if (!codec_standing_orders_decode(&orders->orders, names, event->by, event->written.text,
					  event->written.size, &error))
		orders->orders.count = 0;
	release_orders(written->orders);
	written->orders = orders;
	intent_set_orders(&written->intent, &orders->orders);
}

static void take_event(struct written *written, pn_side side, const struct pn_event *event,
		       const struct log_row *row, uint32_t index, const struct pn_game *names)
{
	if (!pn_event_is_written(event->kind)) {
		intent_follow(&written->intent, side, event);
		return;
	}
	if (event->kind == PN_EVENT_PLAN_STOPPED) {
		intent_stop(&written->intent);
		return;
	}
	written->bytes += event->written.size;
	if (event->kind == PN_EVENT_PLAN_SET) {
		set_plan(written, event, names);
	} else {
		set_orders(written, event, names);
		written->orders_ms = row->time_ms;
		written->orders_row = index;
	}
}

void written_automatic_scope(uint8_t out[SCOPE_BYTES], uint32_t index)
{
	struct crypto_hash state;
	uint8_t hash[CRYPTO_HASH_BYTES];
	char number[12];

	crypto_hash_begin(&state);
	snprintf(number, sizeof(number), "%u", index);
	crypto_hash_text(&state, "pennon unasked");
	crypto_hash_text(&state, number);
	crypto_hash_end(&state, hash);
	memcpy(out, hash, SCOPE_BYTES);
}

/* Its owner's hand, or what they had written? */
static void take_command(struct written *written, const struct game_log *log, uint32_t index)
{
	const struct log_row *row = log_row(log, index);
	uint8_t scope[SCOPE_BYTES];
	bool undoes = false;

	written_automatic_scope(scope, index);
	if (memcmp(scope, row->scope, SCOPE_BYTES) == 0) {
		/* Instead of a body's hash: where it came from. */
		if (row->body_hash[0] == INTENT_PLAN)
			intent_done(&written->intent, row->body_hash[1]);
		return;
	}
	for (uint32_t i = row->first; i < row->first + row->count; i++)
		undoes |= log_event(log, i).kind == PN_EVENT_UNDONE;
	intent_acted(&written->intent, undoes ? PN_COMMAND_UNDO : PN_COMMAND_PASS);
}

bool written_is_draft(const struct game_log *log, const struct log_row *row)
{
	if (row->kind != ROW_ACT || row->side >= PN_SIDES || row->count == 0)
		return false;
	for (uint32_t i = row->first; i < row->first + row->count; i++) {
		if (log_event(log, i).audience != 1u << row->side)
			return false;
	}
	return true;
}

void written_take_row(struct written written[PN_SIDES], const struct game_log *log, uint32_t index,
		      const struct pn_game *names)
{
	const struct log_row *row = log_row(log, index);

	if (row->kind == ROW_ACT && row->side < PN_SIDES)
		take_command(&written[row->side], log, index);
	if (written_is_draft(log, row))
		written[row->side].bytes += (uint32_t)row->bytes.size;
	for (uint32_t i = row->first; i < row->first + row->count; i++) {
		const struct pn_event event = log_event(log, i);

		for (pn_side side = 0; side < PN_SIDES; side++) {
			if (pn_event_seen(&event, side))
				take_event(&written[side], side, &event, row, index, names);
		}
	}
}

/* ---- a state row's part ---- */

static void code_plan(struct state_coder *coder, struct written *written,
		      const struct pn_game *names)
{
	struct text text = TEXT_EMPTY;
	struct codec_error error;

	if (coder->out)
		codec_plan_encode(&text, names, &written->plan->plan, 0);
	state_code_text(coder, &text);
	if (!coder->out) {
		struct kept_plan *plan = allocate(1, sizeof(*plan));

		atomic_init(&plan->references, 1);
		written->plan = plan;
		coder->failed |= !text.size || !codec_plan_decode(&plan->plan, names, text.bytes,
								  text.size, &error);
	}
	text_free(&text);
}

static void code_orders(struct state_coder *coder, struct written *written, pn_side side,
			const struct pn_game *names)
{
	struct text text = TEXT_EMPTY;
	struct codec_error error;

	if (coder->out)
		codec_standing_orders_encode(&text, names, &written->orders->orders);
	state_code_text(coder, &text);
	if (!coder->out) {
		struct kept_orders *orders = allocate(1, sizeof(*orders));

		atomic_init(&orders->references, 1);
		written->orders = orders;
		coder->failed |=
			!text.size || !codec_standing_orders_decode(&orders->orders, names, side,
								    text.bytes, text.size, &error);
	}
	text_free(&text);
}

static void code_pass(struct state_coder *coder, struct window_pass *pass)
{
	STATE_CODE(coder, pass->until);
	STATE_CODE(coder, pass->unit);
	STATE_CODE(coder, pass->mark.owner);
	STATE_CODE(coder, pass->mark.number);
}

/* A plan that has stopped or is done, and orders that there are none of, leave nothing to keep. */
void written_code(struct state_coder *coder, struct written *written, pn_side side,
		  const struct pn_game *names)
{
	struct intent *intent = &written->intent;
	bool plans = intent->plan != NULL, orders = intent->orders != NULL;

	STATE_CODE(coder, plans);
	STATE_CODE(coder, orders);
	STATE_CODE(coder, intent->next);
	STATE_CODE(coder, intent->held);
	STATE_CODE(coder, intent->pass_count);
	coder->failed |= intent->pass_count > WINDOW_PASSES_MAX;
	for (uint8_t i = 0; i < intent->pass_count && !coder->failed; i++)
		code_pass(coder, &intent->pass[i]);
	STATE_CODE(coder, written->orders_ms);
	STATE_CODE(coder, written->orders_row);
	STATE_CODE(coder, written->bytes);
	if (plans && !coder->failed)
		code_plan(coder, written, names);
	if (orders && !coder->failed)
		code_orders(coder, written, side, names);
	if (coder->out)
		return;
	intent->plan = plans && written->plan ? &written->plan->plan : NULL;
	intent->orders = orders && written->orders ? &written->orders->orders : NULL;
}
