#pragma once
/* The functions that do jobs, in memory: job_kinds.c says which does what. */

#include "game/batch.h"

/* Each does one job: on copies of the games that the batch has changed, with rows for
 * the store, and the job's answer or problem. A job whose game is not in memory has none pinned
 * (`held` is NULL). */

/* Taking a seat, by an invitation, a hand-over or as umpire; making a game: creation.c. */
void command_join(struct batch *batch, struct job *job);
void command_create(struct batch *batch, struct job *job);

/* Players and their tokens, battles and hooks: accounts.c, battles.c, hooks.c. */
void command_account(struct batch *batch, struct job *job);
void command_battle(struct batch *batch, struct job *job);
void command_hook(struct batch *batch, struct job *job);

/* Apps and what they are allowed: app_jobs.c. */
void command_app(struct batch *batch, struct job *job);
void command_grant(struct batch *batch, struct job *job);

/* A person known elsewhere and a player are the same, or no longer: links.c. */
void command_link(struct batch *batch, struct job *job);

/* Invitations, codes, talk, rematches: seat_admin_jobs.c. */
void command_seat_admin(struct batch *batch, struct job *job);

/* A player's command: commands.c. */
void command_act(struct batch *batch, struct job *job);

/* The operator's, and what is forgotten: operate.c. */
void command_operate(struct batch *batch, struct job *job);
void command_forget(struct batch *batch, struct job *job);

/* Clocks: server_events.c. */
void command_clock(struct batch *batch, struct job *job);

/* What a player is to be told: notices.c. */
void command_notice(struct batch *batch, struct job *job);
void command_told(struct batch *batch, struct job *job);

/* An army that is written in secret: army_jobs.c. */
void command_army(struct batch *batch, struct job *job);

/* A plan or standing orders; going on with what was written: automation_commands.c. */
void command_write(struct batch *batch, struct job *job);
void command_automation(struct batch *batch, struct job *job);
