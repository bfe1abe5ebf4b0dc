/* What comes of each kind of receiver: a table. The clock is the test's own, so three days pass in
 * seconds; the only time that is waited for is a request's ten seconds. */

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "game/hooks.h"
#include "game/notices.h"
#include "game/roster.h"
#include "notify/courier.h"
#include "plans_game.h"
#include "receivers.h"

#define HOST (&records_host)

enum { POLL_US = 5000, PATIENCE_US = 120 * 1000 * 1000, DAY_MS = 24 * 3600 * 1000 };

static const char player[PN_SIDES][GAME_ID_BYTES] = {"0a234567-89ab-4def-8123-456789abcdef",
						     "0b234567-89ab-4def-8123-456789abcdef"};
static const char hook_form[] = "%08u-89ab-4def-8123-456789abcdef";
static struct courier *courier;
static uint16_t port;

/* ---- where connections lead ---- */

static const struct place {
	const char *range, *address;
	uint16_t port; /* 0: the receivers' */
} places[] = {
	{"the open internet", "93.184.216.34", 0},
	{"a port of others", "93.184.216.34", 22},
	{"loopback", "127.0.0.1", 0},
	{"this network", "0.0.0.0", 0},
	{"private", "10.0.0.1", 0},
	{"private", "172.16.0.1", 0},
	{"private", "192.168.0.1", 0},
	{"carriers'", "100.64.0.1", 0},
	{"link-local", "169.254.1.1", 0},
	{"metadata", "169.254.169.254", 0},
	{"protocols", "192.0.0.1", 0},
	{"6to4 relays", "192.88.99.1", 0},
	{"benchmarks", "198.18.0.1", 0},
	{"documentation", "203.0.113.1", 0},
	{"multicast", "224.0.0.1", 0},
	{"reserved", "240.0.0.1", 0},
	{"loopback", "::1", 0},
	{"mapped", "::ffff:93.184.216.34", 0},
	{"NAT64", "64:ff9b::5db8:d822", 0},
	{"NAT64, local", "64:ff9b:1::1", 0},
	{"6to4", "2002:5db8:d822::1", 0},
	{"Teredo", "2001::1", 0},
	{"documentation", "2001:db8::1", 0},
	{"unique local", "fd00::1", 0},
	{"link-local", "fe80::1", 0},
	{"multicast", "ff02::1", 0},
};
enum { OPEN_INTERNET, PLACES = sizeof(places) / sizeof(places[0]) };
static atomic_uint led_to;

static void lead(struct sockaddr_storage *address)
{
	const struct place *place = &places[atomic_load(&led_to)];
	void *any = address;
	struct sockaddr_in *in = any;
	struct sockaddr_in6 *in6 = any;

	memset(address, 0, sizeof(*address));
	if (strchr(place->address, ':')) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(place->port ? place->port : port);
		inet_pton(AF_INET6, place->address, &in6->sin6_addr);
	} else {
		in->sin_family = AF_INET;
		in->sin_port = htons(place->port ? place->port : port);
		inet_pton(AF_INET, place->address, &in->sin_addr);
	}
}

/* ---- hooks ---- */

/* A change of a hook of `of`, on the receivers by any of their names. */
static void change_of(enum hook_act act, const char *of, unsigned number, const char *host,
		      enum receiver receiver)
{
	char url[64];
	struct job job = {.kind = JOB_HOOK};

	snprintf(url, sizeof(url), "http://%s:%u/%s", host, port, receiver_path(receiver));
	snprintf(job.id, sizeof(job.id), hook_form, number);
	memcpy(job.player, of, GAME_ID_BYTES);
	host_key(HOST, &job);
	job.hook.act = (uint8_t)act;
	job.hook.url = url;
	job.hook.language = "en";
	job.hook.kinds = 1 << NOTICE_MESSAGE | 1 << NOTICE_TEST;
	cr_assert(host_run(HOST, &job));
	cr_assert_eq(job.problem, PROBLEM_NONE);
}

static void change(enum hook_act act, pn_side side, unsigned number, enum receiver receiver)
{
	change_of(act, player[side], number, "127.0.0.1", receiver);
}

static struct hook_facts hook_of(pn_side side, unsigned number)
{
	struct hook_facts hook[HOOKS_MAX];
	char id[GAME_ID_BYTES];
	size_t count;

	snprintf(id, sizeof(id), hook_form, number);
	cr_assert(service_hooks(HOST->service, player[side], hook, &count));
	for (size_t i = 0; i < count; i++) {
		if (strcmp(hook[i].id, id) == 0)
			return hook[i];
	}
	cr_assert_fail("no such hook");
	return hook[0];
}

/* The hook once it was heard of after `since_ms`. */
static struct hook_facts heard(pn_side side, unsigned number, int64_t since_ms)
{
	struct hook_facts hook = hook_of(side, number);

	for (int waited = 0; hook.heard_ms <= since_ms && waited < PATIENCE_US; waited += POLL_US) {
		usleep(POLL_US);
		hook = hook_of(side, number);
	}
	cr_assert_gt(hook.heard_ms, since_ms, "nothing was heard of hook %u", number);
	return hook;
}

static void open_all(void)
{
	static const struct courier_options options = {.public_url = "https://pennon.example",
						       .lead = lead};

	records_open();
	plans_begin();
	plans_seat(player);
	port = receivers_open();
	courier = courier_create(HOST->service, &options);
	cr_assert(courier);
}

static void close_all(void)
{
	courier_stop(courier);
	receivers_close();
	records_close();
	courier_destroy(courier);
}

TestSuite(receivers, .init = open_all, .fini = close_all);

/* ---- the table ---- */

static void print_row(const char *what, const struct hook_facts *hook, unsigned asked, int64_t days)
{
	static const char *const states[] = {"good", "failing", "off", "unconfirmed"};
	char status[8] = "none";

	if (hook->status)
		snprintf(status, sizeof(status), "%u", hook->status);
	printf("%-44s %4lld %6u  %-6s  %s\n", what, (long long)days, asked, status,
	       states[hook->state]);
	fflush(stdout);
}

static void print_head(void)
{
	printf("%-44s %4s %6s  %-6s  %s\n", "receiver", "days", "asked", "answer", "its hook");
}

/* Blue has a hook for each of these; red writes, which is told to all. */
static const struct {
	enum receiver receiver;
	uint16_t status;
	uint8_t state;
} first_answers[] = {
	{RECEIVER_GOOD, 204, STORE_HOOK_GOOD},      {RECEIVER_SLOW, 204, STORE_HOOK_GOOD},
	{RECEIVER_HANGS, 0, STORE_HOOK_FAILING},    {RECEIVER_DRIPS, 0, STORE_HOOK_FAILING},
	{RECEIVER_GONE, 410, STORE_HOOK_OFF},       {RECEIVER_REDIRECTS, 302, STORE_HOOK_FAILING},
	{RECEIVER_BREAKS, 500, STORE_HOOK_FAILING}, {RECEIVER_BROKEN, 500, STORE_HOOK_FAILING},
};
enum { FIRST = sizeof(first_answers) / sizeof(first_answers[0]) };

static void red_writes(void)
{
	struct job job = {.kind = JOB_TALK, .side = PN_RED};

	job.talk.text = "Are you there?";
	memcpy(job.game, plans_game.game, sizeof(job.game));
	host_key(HOST, &job);
	cr_assert(host_run(HOST, &job));
	snapshot_release(job.snapshot);
	cr_assert_eq(job.problem, PROBLEM_NONE);
}

/* To the next notice that is due, which is answered at once. False: none is until then. */
static bool go_on(int64_t until_ms)
{
	const int64_t now_ms = atomic_load(&HOST->world.now_ms);
	int64_t next_ms;

	cr_assert(service_next_notice(HOST->service, now_ms, &next_ms));
	if (next_ms > until_ms)
		return false;
	const int64_t far_ms = next_ms + 1 - now_ms;
	atomic_fetch_add(&HOST->world.stepped_ms, far_ms);
	atomic_fetch_add(&HOST->world.now_ms, far_ms);
	service_wake_courier(HOST->service);
	for (int waited = 0; waited < PATIENCE_US; waited += POLL_US) {
		int64_t due_ms;

		usleep(POLL_US);
		cr_assert(service_next_notice(HOST->service, 0, &due_ms));
		if (due_ms > now_ms + far_ms)
			return true;
	}
	cr_assert_fail("nothing came of what was due");
	return false;
}

Test(receivers, what_comes_of_each_in_three_days, .timeout = 300)
{
	const int64_t begin_ms = atomic_load(&HOST->world.now_ms);
	struct hook_facts hook;

	for (unsigned i = 0; i < FIRST; i++)
		change(HOOK_PUT, PN_BLUE, i, first_answers[i].receiver);
	red_writes();
	print_head();
	for (unsigned i = 0; i < FIRST; i++) {
		const char *path = receiver_path(first_answers[i].receiver);

		hook = heard(PN_BLUE, i, 0);
		if (i == 0)
			cr_expect_eq(hook_of(PN_BLUE, 2).heard_ms, 0, "it waited for who hangs");
		print_row(path, &hook, receiver_asked(first_answers[i].receiver), 0);
		cr_expect_eq(hook.status, first_answers[i].status, "%s", path);
		cr_expect_eq(hook.state, first_answers[i].state, "%s", path);
	}
	for (unsigned i = 2; i < 4; i++)
		change(HOOK_DROP, PN_BLUE, i, RECEIVER_GOOD);
	while (atomic_load(&HOST->world.now_ms) < begin_ms + DAY_MS)
		cr_assert(go_on(begin_ms + 2 * (int64_t)DAY_MS), "it is asked again in time");
	hook = hook_of(PN_BLUE, 6);
	print_row("breaks, for a day", &hook, receiver_asked(RECEIVER_BREAKS), 1);
	cr_expect_eq(hook.state, STORE_HOOK_FAILING);
	receivers_mend();
	while (hook_of(PN_BLUE, 7).state != STORE_HOOK_OFF &&
	       go_on(begin_ms + 3 * (int64_t)DAY_MS + 60000))
		continue;
	/* The last request may be answered only after this was checked. */
	for (int waited = 0; hook_of(PN_BLUE, 7).state != STORE_HOOK_OFF && waited < PATIENCE_US;
	     waited += POLL_US)
		usleep(POLL_US);
	hook = hook_of(PN_BLUE, 6);
	print_row("breaks, mended after a day", &hook, receiver_asked(RECEIVER_BREAKS), 3);
	cr_expect_eq(hook.state, STORE_HOOK_GOOD);
	cr_expect_eq(hook.status, 204);
	hook = hook_of(PN_BLUE, 7);
	cr_assert_eq(hook.state, STORE_HOOK_OFF);
	print_row("broken, for three days", &hook, receiver_asked(RECEIVER_BROKEN), 3);
	cr_expect_geq(hook.heard_ms - hook.failing_ms, COURIER_FAILING_MS);
	cr_expect_lt(hook.heard_ms - hook.failing_ms, COURIER_FAILING_MS + 60000);
	hook = heard(PN_BLUE, 5, begin_ms + 2 * (int64_t)DAY_MS);
	print_row("redirects, for three days", &hook, receiver_asked(RECEIVER_REDIRECTS), 3);
	cr_expect_eq(receiver_asked(RECEIVER_INSIDE), 0, "nobody follows it");
	cr_expect_eq(receiver_asked(RECEIVER_GONE), 1, "who is gone is asked no more");
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 1);
}

/* Try the hook once; what came of it. */
static struct hook_facts tried(unsigned number, enum receiver receiver)
{
	const int64_t since_ms = hook_of(PN_RED, number).heard_ms;

	/* Later than what was heard before, whichever millisecond that was. */
	atomic_fetch_add(&HOST->world.now_ms, 10);
	change(HOOK_TEST, PN_RED, number, receiver);
	return heard(PN_RED, number, since_ms);
}

Test(receivers, nobody_inside_is_reached_whatever_a_name_leads_to, .timeout = 300)
{
	struct hook_facts hook;
	char what[128];

	print_head();
	change(HOOK_PUT, PN_RED, 0, RECEIVER_FLOODS);
	hook = tried(0, RECEIVER_FLOODS);
	print_row("floods", &hook, receiver_asked(RECEIVER_FLOODS), 0);
	cr_expect_eq(hook.state, STORE_HOOK_GOOD);
	change(HOOK_PUT, PN_RED, 1, RECEIVER_GOOD);
	hook = tried(1, RECEIVER_GOOD);
	print_row("rebinds, at first", &hook, receiver_asked(RECEIVER_GOOD), 0);
	cr_expect_eq(hook.state, STORE_HOOK_GOOD);
	atomic_store(&led_to, OPEN_INTERNET + 2);
	hook = tried(1, RECEIVER_GOOD);
	print_row("rebinds, to loopback then", &hook, receiver_asked(RECEIVER_GOOD), 0);
	cr_expect_eq(hook.state, STORE_HOOK_FAILING);
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 1);
	change(HOOK_PUT, PN_RED, 2, RECEIVER_INSIDE);
	for (unsigned at = OPEN_INTERNET + 1; at < PLACES; at++) {
		atomic_store(&led_to, at);
		hook = tried(2, RECEIVER_INSIDE);
		snprintf(what, sizeof(what), "leads to %s, %s", places[at].range,
			 places[at].address);
		print_row(what, &hook, receiver_asked(RECEIVER_INSIDE), 0);
		cr_expect_eq(hook.state, STORE_HOOK_FAILING, "%s", what);
		cr_expect_eq(hook.status, 0, "%s", what);
	}
	cr_expect_eq(receiver_asked(RECEIVER_INSIDE), 0);
	atomic_store(&led_to, OPEN_INTERNET);
	hook = tried(2, RECEIVER_INSIDE);
	print_row("leads to the open internet", &hook, receiver_asked(RECEIVER_INSIDE), 0);
	cr_expect_eq(receiver_asked(RECEIVER_INSIDE), 1, "it would have been reached");
}

/* Eight players with eight hooks each, four on a host: as many requests as there may be at once. */
static void let_all_hang(void)
{
	char of[GAME_ID_BYTES], host[16];

	for (unsigned i = 0; i < COURIER_RUNNING_MAX; i++) {
		snprintf(of, sizeof(of), hook_form, 9000 + i / HOOKS_MAX);
		snprintf(host, sizeof(host), "h%u.localhost", i / COURIER_HOST_MAX);
		if (i % HOOKS_MAX == 0)
			roster_put_player(HOST->service->roster,
					  &(struct store_player){.id = of, .name = "x"});
		change_of(HOOK_PUT, of, 100 + i, host, RECEIVER_HANGS);
		change_of(HOOK_TEST, of, 100 + i, host, RECEIVER_HANGS);
	}
}

Test(receivers, as_many_as_there_may_be_hang_and_who_has_answered_well_is_told, .timeout = 300)
{
	change(HOOK_PUT, PN_RED, 0, RECEIVER_GOOD);
	cr_expect_eq(tried(0, RECEIVER_GOOD).state, STORE_HOOK_GOOD);
	let_all_hang();
	for (int waited = 0;
	     receiver_asked(RECEIVER_HANGS) < COURIER_UNPROVEN_MAX && waited < PATIENCE_US;
	     waited += POLL_US)
		usleep(POLL_US);
	cr_expect_eq(tried(0, RECEIVER_GOOD).state, STORE_HOOK_GOOD);
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 2);
	struct hook_facts hook[HOOKS_MAX];
	char of[GAME_ID_BYTES];
	size_t count;

	snprintf(of, sizeof(of), hook_form, 9000);
	cr_assert(service_hooks(HOST->service, of, hook, &count));
	cr_assert_eq(count, HOOKS_MAX);
	for (size_t i = 0; i < count; i++)
		cr_expect_eq(hook[i].heard_ms, 0, "it waited for who hangs");
}

/* ---- several processes ---- */

static _Atomic(enum store_error) claimed, is_due;
static atomic_uint claims, leaves;
static atomic_bool is_held;

static enum store_error claim(struct store *store, uint32_t hook, int64_t for_ms)
{
	const enum store_error error = atomic_load(&claimed);

	atomic_fetch_add(&claims, 1);
	atomic_store(&is_held, error == STORE_OK);
	return error;
}

static enum store_error leave(struct store *store, uint32_t hook)
{
	atomic_fetch_add(&leaves, 1);
	atomic_store(&is_held, false);
	return STORE_OK;
}

static enum store_error look(struct store *store, const struct store_notice *notice, int64_t now_ms)
{
	return atomic_load(&is_due);
}

/* The clock stands still: the courier looks again when it is woken. */
static void wait_for(atomic_uint *count, unsigned least)
{
	for (int waited = 0; atomic_load(count) < least && waited < PATIENCE_US;
	     waited += POLL_US) {
		service_wake_courier(HOST->service);
		usleep(POLL_US);
	}
	cr_assert_geq(atomic_load(count), least);
}

/* Each process has the hooks that it tells, as if others wrote, too. */
static void share(void)
{
	HOST->faulty.store.claim_hook = claim;
	HOST->faulty.store.leave_hook = leave;
	HOST->faulty.store.still_due = look;
}

Test(receivers, a_hook_that_another_process_tells_is_left_to_it, .timeout = 60)
{
	share();
	change(HOOK_PUT, PN_BLUE, 0, RECEIVER_GOOD);
	atomic_store(&claimed, STORE_CONFLICT);
	red_writes();
	wait_for(&claims, 2);
	cr_expect_eq(atomic_load(&leaves), 0);
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 0);

	/* The other one has told it, and left: what was read is not true any more. */
	atomic_store(&is_due, STORE_NOT_FOUND);
	atomic_store(&claimed, STORE_OK);
	wait_for(&leaves, 2);
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 0);

	atomic_store(&is_due, STORE_OK);
	service_wake_courier(HOST->service);
	cr_expect_eq(heard(PN_BLUE, 0, 0).status, 204);
	cr_expect_eq(receiver_asked(RECEIVER_GOOD), 1);
	for (int waited = 0; atomic_load(&is_held) && waited < PATIENCE_US; waited += POLL_US)
		usleep(POLL_US);
	cr_expect_not(atomic_load(&is_held), "others may tell the next one");
}

Test(receivers, a_hook_that_takes_long_is_claimed_for_longer_before_its_time_is_over, .timeout = 60)
{
	share();
	change(HOOK_PUT, PN_BLUE, 0, RECEIVER_HANGS);
	red_writes();
	wait_for(&claims, 1);
	cr_expect_eq(hook_of(PN_BLUE, 0).heard_ms, 0);
	wait_for(&claims, 2);
	cr_expect_eq(hook_of(PN_BLUE, 0).heard_ms, 0, "it is still under way");
	cr_expect_eq(receiver_asked(RECEIVER_HANGS), 1);
}
