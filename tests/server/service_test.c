/* The service as a handler sees it: games made, joined and played; repeated requests;
 * what memory, disk and a restart agree on. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "game/service.h"
#include "host.h"

static struct host host;
static struct pn_muster muster;

static void open_host(void)
{
	host_open(&host, NULL);
}

static void close_host(void)
{
	host_close(&host);
}

TestSuite(service, .init = open_host, .fini = close_host);

/* The public's version now. In the games here all sides have the same until a draft. */
static uint32_t version_of(const struct hosted_game *hosted)
{
	struct snapshot *state = host_state(&host, hosted);
	uint32_t version = snapshot_tip(state, PN_PUBLIC).version;
	snapshot_release(state);
	return version;
}

/* ---- making, joining, acting ---- */

Test(service, a_game_is_made_joined_and_begun)
{
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(&host, &muster);
	cr_assert(host_run(&host, &create));
	cr_assert_eq(create.problem, PROBLEM_NONE);
	const struct game_header *header = snapshot_header(create.snapshot);
	cr_expect_eq(header->status, GAME_OPEN);
	cr_expect(header->seat_taken[PN_RED] && !header->seat_taken[PN_BLUE]);
	cr_expect(header->nonce_drawn[PN_RED]);
	cr_expect_eq(snapshot_tip(create.snapshot, PN_PUBLIC).seq, 0);
	struct caller red = service_authenticate(host.service, create.token);
	cr_expect(red.known && red.side == PN_RED);
	cr_expect_str_eq(red.game, create.game);

	struct hosted_game hosted;
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	struct job join = host_join_job(&host, &hosted);
	join.seat.has_nonce = true;
	join.seat.nonce[0] = 42;
	cr_assert(host_run(&host, &join));
	cr_assert_eq(join.problem, PROBLEM_NONE);
	header = snapshot_header(join.snapshot);
	cr_expect_eq(join.side, PN_BLUE);
	cr_expect_eq(header->status, GAME_PLAYING);
	cr_expect(!header->nonce_drawn[PN_BLUE] && header->nonce[PN_BLUE][0] == 42);
	cr_expect_eq(snapshot_view(join.snapshot, PN_PUBLIC)->turn, 1);
	cr_expect_eq(snapshot_tip(join.snapshot, PN_PUBLIC).version, 1);
	cr_expect_eq(service_authenticate(host.service, join.token).side, PN_BLUE);
	cr_expect_not(service_authenticate(host.service, "pn_red_nonsense").known);
	snapshot_release(create.snapshot);
	snapshot_release(join.snapshot);
}

Test(service, joining_wants_the_code_an_open_seat_and_time)
{
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(&host, &muster);
	cr_assert(host_run(&host, &create));
	struct hosted_game hosted;
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));

	struct job wrong = host_join_job(&host, &hosted);
	wrong.seat.code[3] ^= 1;
	cr_assert(host_run(&host, &wrong));
	cr_expect_eq(wrong.problem, PROBLEM_BAD_INVITATION);
	atomic_fetch_add(&host.world.now_ms, 15LL * 24 * 3600 * 1000);
	struct job late = host_join_job(&host, &hosted);
	cr_assert(host_run(&host, &late));
	cr_expect_eq(late.problem, PROBLEM_INVITATION_EXPIRED);
	atomic_fetch_sub(&host.world.now_ms, 2LL * 24 * 3600 * 1000);
	struct job good = host_join_job(&host, &hosted);
	cr_assert(host_run(&host, &good));
	cr_expect_eq(good.problem, PROBLEM_NONE);
	struct job second = host_join_job(&host, &hosted);
	cr_assert(host_run(&host, &second));
	cr_expect_eq(second.problem, PROBLEM_SEAT_TAKEN);
	snapshot_release(create.snapshot);
	snapshot_release(wrong.snapshot);
	snapshot_release(late.snapshot);
	snapshot_release(good.snapshot);
	snapshot_release(second.snapshot);
}

Test(service, a_command_before_the_other_side_came_is_refused)
{
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(&host, &muster);
	cr_assert(host_run(&host, &create));
	struct hosted_game hosted;
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	struct pn_command pass = {
		.kind = PN_COMMAND_PASS, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct job job = host_act(&host, &hosted, PN_RED, &pass);
	cr_expect_eq(job.problem, PROBLEM_NOT_STARTED);
	snapshot_release(job.snapshot);
	snapshot_release(create.snapshot);
}

Test(service, unknown_games_are_not_found)
{
	struct job job = {.kind = JOB_OPEN, .game = "00000000-0000-4000-8000-000000000000"};
	cr_assert(host_run(&host, &job));
	cr_expect_eq(job.problem, PROBLEM_NO_SUCH_GAME);
	job = (struct job){.kind = JOB_ACT, .game = "no id at all", .if_match = -1};
	cr_assert(host_run(&host, &job));
	cr_expect_eq(job.problem, PROBLEM_NO_SUCH_GAME);
	job = (struct job){.kind = JOB_JOIN, .game = "00000000-0000-4000-8000-000000000000"};
	cr_assert(host_run(&host, &job));
	cr_expect_eq(job.problem, PROBLEM_NO_SUCH_GAME);
}

Test(service, a_refused_command_changes_nothing)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_game(&host, &muster);
	struct snapshot *before = host_state(&host, &hosted);
	int appends = store_faulty_appends(&host.faulty);
	struct pn_command charge = {.kind = PN_COMMAND_CHARGE, .unit = 0, .target = PN_NO_UNIT};
	struct job job = host_act(&host, &hosted, PN_RED, &charge);
	struct snapshot *after = host_state(&host, &hosted);

	cr_expect_eq(job.problem, PROBLEM_REFUSED);
	cr_expect_neq(job.verdict.code, PN_LAWFUL);
	cr_expect_eq(before, after);
	cr_expect_eq(store_faulty_appends(&host.faulty), appends);
	cr_expect_eq(service_figures(host.service).refused, 1);
	snapshot_release(job.snapshot);
	snapshot_release(before);
	snapshot_release(after);
}

Test(service, a_stale_version_is_told_and_the_current_one_with_it)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct text text = TEXT_EMPTY;
	struct job job = host_act_job(&host, &hosted, PN_RED, &ready, &text);
	uint32_t version = version_of(&hosted);
	job.if_match = version - 1;
	cr_assert(host_run(&host, &job));
	cr_expect_eq(job.problem, PROBLEM_STALE);
	cr_expect_eq(snapshot_tip(job.snapshot, PN_RED).version, version);
	snapshot_release(job.snapshot);
	job.if_match = version;
	cr_assert(host_run(&host, &job));
	cr_expect_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
	text_free(&text);
}

/* ---- numbers and chains ---- */

Test(service, a_secret_draft_moves_nobody_elses_numbers)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct snapshot *before = host_state(&host, &hosted);
	struct pn_command draft = host_actions(&host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&host, &hosted, PN_RED, &draft);
	cr_assert_eq(job.problem, PROBLEM_NONE);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct tip was = snapshot_tip(before, viewer);
		struct tip is = snapshot_tip(job.snapshot, viewer);
		bool same = memcmp(&was, &is, sizeof(was)) == 0;
		cr_expect_eq(same, viewer != PN_RED, "viewer %d", viewer);
		cr_expect_eq(pn_view_hash(snapshot_view(before, viewer), viewer) ==
				     pn_view_hash(snapshot_view(job.snapshot, viewer), viewer),
			     viewer != PN_RED, "viewer %d", viewer);
	}
	snapshot_release(before);
	snapshot_release(job.snapshot);
}

Test(service, pages_of_events_put_together_are_all_of_them)
{
	struct random_source random = {3};
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_game(&host, &muster);
	host_play(&host, &hosted, &random, 40);
	struct snapshot *state = host_state(&host, &hosted);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct text lines = TEXT_EMPTY;
		struct seen_event page[7];
		uint32_t after = 0;
		size_t count;
		uint8_t chain[32];
		memcpy(chain, state->log->chain_first[viewer], 32);
		while ((count = snapshot_events(state, viewer, after, page, 7, &lines))) {
			for (size_t i = 0; i < count; i++) {
				struct crypto_hash hash;
				cr_assert_eq(page[i].seq, ++after);
				crypto_hash_begin(&hash);
				crypto_hash_add(&hash, chain, 32);
				crypto_hash_add(&hash, page[i].line, page[i].line_size);
				crypto_hash_add(&hash, "\n", 1);
				crypto_hash_end(&hash, chain);
				cr_assert_eq(memcmp(chain, page[i].hash, 32), 0);
			}
			text_clear(&lines);
		}
		cr_expect_eq(after, snapshot_tip(state, viewer).seq);
		text_free(&lines);
	}
	snapshot_release(state);
}

/* ---- repeated requests ---- */

static void expect_same_receipt(const struct job *a, const struct job *b)
{
	struct text x = TEXT_EMPTY, y = TEXT_EMPTY;
	if (a->kind != JOB_ACT)
		return;
	struct receipt of_a = a->action.receipt, of_b = b->action.receipt;
	receipt_write(host.service, a->game, a->side, &of_a, &x);
	receipt_write(host.service, b->game, b->side, &of_b, &y);
	cr_expect_str_eq(x.bytes, y.bytes);
	text_free(&x);
	text_free(&y);
}

/* Everything an answer tells must be the same. */
static void expect_same_answer(const struct job *a, const struct job *b)
{
	cr_expect_eq(a->problem, b->problem);
	if (a->kind == JOB_ACT) {
		cr_expect_eq(a->action.first_seq, b->action.first_seq);
		expect_same_receipt(a, b);
	}
	cr_expect_str_eq(a->token, b->token);
	cr_expect_str_eq(a->game, b->game);
	cr_assert(a->snapshot && b->snapshot);
	cr_expect_eq(snapshot_header(a->snapshot)->status, snapshot_header(b->snapshot)->status);
	for (pn_side viewer = 0; viewer < PN_VIEWERS; viewer++) {
		struct tip x = snapshot_tip(a->snapshot, viewer);
		struct tip y = snapshot_tip(b->snapshot, viewer);
		cr_expect_eq(memcmp(&x, &y, sizeof(x)), 0);
		cr_expect_eq(pn_view_hash(snapshot_view(a->snapshot, viewer), viewer),
			     pn_view_hash(snapshot_view(b->snapshot, viewer), viewer));
	}
}

static struct job again(const struct job *job)
{
	struct job repeated = *job;
	repeated.problem = PROBLEM_NONE;
	repeated.snapshot = NULL;
	memset(repeated.token, 0, sizeof(repeated.token));
	if (job->kind == JOB_ACT) {
		memset(&repeated.action.receipt, 0, sizeof(repeated.action.receipt));
		repeated.action.first_seq = 0;
	}
	return repeated;
}

Test(service, a_repeated_command_gets_the_answer_of_then)
{
	struct random_source random = {5};
	struct text text = TEXT_EMPTY;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command draft = host_actions(&host, &hosted, PN_BLUE, PN_COMMAND_DECLARE_CHARGE);
	struct job first = host_act_job(&host, &hosted, PN_BLUE, &draft, &text);
	cr_assert(host_run(&host, &first));
	cr_assert_eq(first.problem, PROBLEM_NONE);
	host_play(&host, &hosted, &random, 25);
	uint64_t commands = service_figures(host.service).commits;

	struct job repeated = again(&first);
	cr_assert(host_run(&host, &repeated));
	expect_same_answer(&first, &repeated);
	cr_expect_eq(service_figures(host.service).commits, commands);
	snapshot_release(repeated.snapshot);

	repeated = again(&first);
	repeated.body_hash[5] ^= 1;
	cr_assert(host_run(&host, &repeated));
	cr_expect_eq(repeated.problem, PROBLEM_KEY_REUSED);
	snapshot_release(repeated.snapshot);

	/* Keys are each seat's own. */
	repeated = again(&first);
	repeated.side = PN_RED;
	repeated.body_hash[5] ^= 1;
	cr_assert(host_run(&host, &repeated));
	cr_expect_neq(repeated.problem, PROBLEM_KEY_REUSED);
	snapshot_release(repeated.snapshot);
	snapshot_release(first.snapshot);
	text_free(&text);
}

Test(service, a_repeated_creation_and_joining_give_the_same_game_and_seats)
{
	struct random_source random = {6};
	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct job create = host_create_job(&host, &muster);
	cr_assert(host_run(&host, &create));
	struct hosted_game hosted;
	memcpy(hosted.game, create.game, sizeof(hosted.game));
	memcpy(hosted.invitation, create.seat.code, sizeof(hosted.invitation));
	struct job join = host_join_job(&host, &hosted);
	cr_assert(host_run(&host, &join));
	host_play(&host, &hosted, &random, 10);

	struct job repeated = again(&create);
	memset(repeated.game, 0, sizeof(repeated.game));
	cr_assert(host_run(&host, &repeated));
	expect_same_answer(&create, &repeated);
	cr_expect_str_eq(create.seat.code, repeated.seat.code);
	cr_expect_eq(snapshot_header(repeated.snapshot)->status, GAME_OPEN);
	snapshot_release(repeated.snapshot);

	repeated = again(&join);
	cr_assert(host_run(&host, &repeated));
	expect_same_answer(&join, &repeated);
	snapshot_release(repeated.snapshot);

	repeated = again(&create);
	repeated.body_hash[0] ^= 1;
	cr_assert(host_run(&host, &repeated));
	cr_expect_eq(repeated.problem, PROBLEM_KEY_REUSED);
	snapshot_release(repeated.snapshot);
	snapshot_release(create.snapshot);
	snapshot_release(join.snapshot);
}

/* ---- one batch ---- */

Test(service, two_commands_of_one_game_in_one_batch_build_on_each_other)
{
	struct text text[2] = {TEXT_EMPTY, TEXT_EMPTY};
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct job job[2];
	for (pn_side side = 0; side < PN_SIDES; side++)
		job[side] = host_act_job(&host, &hosted, side, &ready, &text[side]);
	int appends = store_faulty_appends(&host.faulty);
	uint32_t version = version_of(&hosted);
	host_run_all(&host, job, 2);

	cr_expect_eq(store_faulty_appends(&host.faulty), appends + 2, "the other game's and this");
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_NONE);
	cr_expect_eq(snapshot_tip(job[0].snapshot, PN_PUBLIC).version, version + 1);
	cr_expect_eq(snapshot_tip(job[1].snapshot, PN_PUBLIC).version, version + 2);
	struct snapshot *state = host_state(&host, &hosted);
	cr_expect_eq(state, job[1].snapshot);
	cr_expect_neq(snapshot_view(state, PN_PUBLIC)->phase,
		      snapshot_view(job[0].snapshot, PN_PUBLIC)->phase);
	snapshot_release(state);
	for (int i = 0; i < 2; i++) {
		snapshot_release(job[i].snapshot);
		text_free(&text[i]);
	}
}

Test(service, one_key_twice_in_one_batch_is_in_flight_the_second_time)
{
	struct text text = TEXT_EMPTY;
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct job job[3];
	job[0] = job[1] = job[2] = host_act_job(&host, &hosted, PN_RED, &ready, &text);
	job[2].body_hash[1] ^= 1;
	host_run_all(&host, job, 3);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_KEY_IN_FLIGHT);
	cr_expect_eq(job[2].problem, PROBLEM_KEY_REUSED);
	struct job late = again(&job[0]);
	cr_assert(host_run(&host, &late));
	expect_same_answer(&job[0], &late);
	snapshot_release(late.snapshot);
	snapshot_release(job[0].snapshot);
	text_free(&text);
}

Test(service, the_same_move_twice_is_won_once)
{
	struct text text[2] = {TEXT_EMPTY, TEXT_EMPTY};
	host_muster(&muster, PN_METHOD_SEALED);
	struct hosted_game hosted = host_declaring_game(&host, &muster);
	struct pn_command ready = host_actions(&host, &hosted, PN_RED, PN_COMMAND_READY);
	struct job job[2];
	for (int i = 0; i < 2; i++)
		job[i] = host_act_job(&host, &hosted, PN_RED, &ready, &text[i]);
	host_run_all(&host, job, 2);
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect_eq(job[1].problem, PROBLEM_REFUSED);
	for (int i = 0; i < 2; i++) {
		snapshot_release(job[i].snapshot);
		text_free(&text[i]);
	}
}

Test(service, a_creation_twice_in_one_batch_makes_one_game)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct job job[2];
	job[0] = job[1] = host_create_job(&host, &muster);
	host_run_all(&host, job, 2);
	bool in_one = job[1].problem == PROBLEM_KEY_IN_FLIGHT;
	cr_expect_eq(job[0].problem, PROBLEM_NONE);
	cr_expect(in_one || job[1].problem == PROBLEM_NONE);
	cr_expect_str_eq(job[0].game, job[1].game);
	snapshot_release(job[0].snapshot);
	snapshot_release(job[1].snapshot);
}

/* A rematch: whoever asks first makes it, and who asks meanwhile waits for the same. */
Test(service, what_the_server_does_for_several_is_told_to_each)
{
	host_muster(&muster, PN_METHOD_SEALED);
	struct job make[2];
	make[0] = host_create_job(&host, &muster);
	make[0].by_server = true;
	make[1] = make[0];
	host_run_all(&host, make, 2);
	for (int i = 0; i < 2; i++)
		cr_expect_eq(make[i].problem, PROBLEM_NONE, "%s", problem_wire(make[i].problem));
	cr_expect_str_eq(make[0].token, make[1].token);
	cr_expect_str_eq(make[0].seat.code, make[1].seat.code);

	struct job join[2] = {{.kind = JOB_JOIN, .if_match = -1, .by_server = true}};
	memcpy(join[0].game, make[0].game, sizeof(join[0].game));
	memcpy(join[0].seat.code, make[0].seat.code, sizeof(join[0].seat.code));
	host_key(&host, &join[0]);
	join[1] = join[0];
	host_run_all(&host, join, 2);
	for (int i = 0; i < 2; i++) {
		cr_expect_eq(join[i].problem, PROBLEM_NONE, "%s", problem_wire(join[i].problem));
		cr_assert_not_null(join[i].snapshot);
		cr_expect_eq(snapshot_header(join[i].snapshot)->status, GAME_PLAYING);
		snapshot_release(join[i].snapshot);
		snapshot_release(make[i].snapshot);
	}
	cr_expect_str_eq(join[0].token, join[1].token);
}

/* ---- undo ---- */

/* A random command that neither undoes nor resigns; false when the game is over. */
static bool pick_step(const struct hosted_game *hosted, struct random_source *random, pn_side *side,
		      struct pn_command *command)
{
	struct snapshot *state = host_state(&host, hosted);
	bool playing = snapshot_header(state)->status == GAME_PLAYING;
	*side = pn_owes(&state->truth, PN_RED) ? PN_RED : PN_BLUE;
	const struct pn_actions *actions = snapshot_actions(state, *side);
	do {
		int32_t last = playing ? actions->count - 1 : 0;
		*command = actions->action[random_between(random, 0, last)].command;
	} while (playing && pn_is_parley(command->kind));
	snapshot_release(state);
	return playing;
}

static enum problem_code do_step(const struct hosted_game *hosted, pn_side side,
				 const struct pn_command *command)
{
	struct job job = host_act(&host, hosted, side, command);
	snapshot_release(job.snapshot);
	return job.problem;
}

/* Label and face of every roll, in order. */
static void write_rolls(const struct hosted_game *hosted, struct text *out)
{
	struct snapshot *state = host_state(&host, hosted);
	for (uint32_t i = 0; i < state->entries; i++) {
		const struct pn_event kept = log_event(state->log, i), *event = &kept;
		char label[PN_LABEL_BYTES];
		if (event->kind != PN_EVENT_ROLLED)
			continue;
		pn_label_write(label, &state->truth, event->rolled.turn, event->rolled.phase,
			       event->rolled.who, event->rolled.what, event->rolled.first);
		text_add_format(out, "%s %d\n", label, event->rolled.face[0]);
	}
	snapshot_release(state);
}

/* Play a game to its end. `with_undo` takes each step back that can be, and does it again.
 * Returns how many were. */
static int play_through(uint64_t seed, bool with_undo, struct text *rolls)
{
	const struct pn_command undo = {
		.kind = PN_COMMAND_UNDO, .unit = PN_NO_UNIT, .target = PN_NO_UNIT};
	struct random_source random = {seed};
	struct pn_command command;
	pn_side side;
	int undone = 0;

	host_muster(&muster, PN_METHOD_LOSER_FIRST);
	struct hosted_game hosted = host_game(&host, &muster);
	while (pick_step(&hosted, &random, &side, &command)) {
		cr_assert_eq(do_step(&hosted, side, &command), PROBLEM_NONE);
		if (with_undo && do_step(&hosted, side, &undo) == PROBLEM_NONE) {
			cr_assert_eq(do_step(&hosted, side, &command), PROBLEM_NONE);
			undone++;
		}
	}
	write_rolls(&hosted, rolls);
	return undone;
}

Test(service, what_is_undone_and_done_again_shows_the_same_faces)
{
	struct text plain = TEXT_EMPTY, again_and_again = TEXT_EMPTY;
	int undone = 0;
	for (uint64_t seed = 1; seed <= 16; seed++) {
		/* The same world anew, so that the game gets the same id and seed. */
		host_close(&host);
		host_open(&host, NULL);
		if (seed % 2)
			play_through(seed / 2, false, &plain);
		else
			undone += play_through((seed - 1) / 2, true, &again_and_again);
	}
	cr_expect_gt(undone, 8);
	cr_expect_gt(plain.size, 1000);
	cr_expect_str_eq(plain.bytes, again_and_again.bytes);
	text_free(&plain);
	text_free(&again_and_again);
}
