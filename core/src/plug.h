#pragma once
/* What the plugs of rule books say alike: how cells and tables are written, and the rows of
 * deployment and of melees that are settled by agreement. */

#include "deploy.h"
#include "melee.h"

/* The cells of a command in a book: may it be, and do it. */
#define PN_CELLS(book, name) \
	struct pn_verdict book##_check_##name(const struct pn_game *view, pn_side side, \
					      const struct pn_command *command); \
	void book##_apply_##name(struct pn_step *step, pn_side side, \
				 const struct pn_command *command);

/* What it would do, for a preview. */
#define PN_PREVIEW(book, name) \
	void book##_preview_##name(const struct pn_game *view, pn_side side, \
				   const struct pn_command *command, struct pn_preview *out);

/* The cells of a decision: what may be answered, and what is when nobody does. */
#define PN_CHOICE(book, name) \
	void book##_list_##name(const struct pn_game *view, pn_side side, struct pn_actions *out); \
	struct pn_command book##_default_##name(const struct pn_game *view, pn_side side);

/* A table as struct pn_rules holds it. */
#define PN_ROWS(table) \
	{ \
		table, (uint8_t)(sizeof(table) / sizeof(table)[0]) \
	}

/* The tables that every plug has, under these names. */
#define PN_PLUG_TABLES \
	.phases = PN_ROWS(phases), .decisions = PN_ROWS(decisions), .classes = PN_ROWS(classes), \
	.flags = PN_ROWS(flags), .rolls = PN_ROWS(rolls), .facts = PN_ROWS(facts), \
	.switches = PN_ROWS(switches), .terrain = PN_ROWS(terrain), .forms = PN_ROWS(forms), \
	.states = PN_ROWS(states), .traits = PN_ROWS(traits), .verbs = PN_ROWS(verbs), \
	.commands = commands

/* A member of the set of commands that answer a decision: .commands = {PN_KIND(MOVE)} */
#define PN_KIND(kind) .has[PN_COMMAND_##kind] = true

/* Rows of pn_decision_rule. */
#define PN_DEPLOY_DECISION \
	{ \
		.name = "deploy", \
		.commands = {PN_KIND(DEPLOY), PN_KIND(TAKE_BACK), PN_KIND(DEPLOY_REST), \
			     PN_KIND(READY)}, \
		.resume = pn_resume_deployment, .fallback = pn_default_deployment, \
		.list = pn_list_deployment, \
	}

#define PN_MELEE_DECISION \
	{ \
		.name = "settle_melee", \
		.commands = {PN_KIND(PROPOSE_OUTCOME), PN_KIND(ACCEPT_OUTCOME), \
			     PN_KIND(REFUSE_OUTCOME), PN_KIND(LEAVE_OPEN)}, \
		.resume = pn_resume_nothing, .fallback = pn_default_melee, .list = pn_list_melee, \
	}

/* Rows of pn_command_rule, at their places in the table. */
#define PN_DEPLOY_COMMANDS \
	[PN_COMMAND_DEPLOY] = {pn_check_deploy, pn_apply_deploy, NULL, pn_deploys_in_secret}, \
	[PN_COMMAND_TAKE_BACK] = {pn_check_take_back, pn_apply_take_back, NULL, \
				  pn_deploys_in_secret}, \
	[PN_COMMAND_DEPLOY_REST] = {pn_check_deploy_rest, pn_apply_deploy_rest, NULL, NULL}

/* `accept` is pn_apply_accept_outcome, or what a book makes of an outcome besides. */
#define PN_MELEE_COMMANDS(accept) \
	[PN_COMMAND_PROPOSE_OUTCOME] = {pn_check_propose_outcome, pn_apply_propose_outcome, NULL, \
					NULL}, \
	[PN_COMMAND_ACCEPT_OUTCOME] = {pn_check_answer_outcome, accept, NULL, NULL}, \
	[PN_COMMAND_REFUSE_OUTCOME] = {pn_check_answer_outcome, pn_apply_refuse_outcome, NULL, \
				       NULL}, \
	[PN_COMMAND_LEAVE_OPEN] = {pn_check_leave_open, pn_apply_leave_open, NULL, NULL}
