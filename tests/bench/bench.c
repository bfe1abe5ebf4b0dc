/* pennon-bench: measures a server as it is built, and says the figures of DESIGN's budget
 * as one JSON object in its last line. Everything happens on this machine, over loopback,
 * in a temporary folder; a bare server under the same load stands beside it.
 *
 *	pennon-bench [--quick] [core|page|commands|visit|streams|cold|neighbour|interaction|latency
 *		|notices]...
 *
 * --quick takes a tenth of everything, to see that it works; without names of parts all
 * are measured, in one run. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bare_load.h"
#include "driver.h"
#include "figures.h"
#include "host.h"
#include "musters.h"
#include "process.h"
#include "visits.h"

struct sizes {
	unsigned commands, games, streams, pairs;
};

/* Commands against a daemon of their own. */
struct command_figures {
	double per_s, cpu_us, writer_us, committer_us, written, p99_ms;
	unsigned body_bytes; /* of an answer */
};

/* The figures as text for people, and as members of the last line. */
struct report {
	struct text json, measured_on;
};

/* One figure: its key, and the muster it was measured on ("" when there is none). */
static void add(struct report *report, const char *key, double value, int digits,
		const char *muster)
{
	const char *comma = report->json.size ? "," : "";

	printf("%-32s %14.*f  %s\n", key, digits, value, muster);
	fflush(stdout);
	text_add_format(&report->json, "%s\"%s\":%.*f", comma, key, digits, value);
	if (muster[0])
		text_add_format(&report->measured_on, "%s\"%s\":\"%s\"",
				report->measured_on.size ? "," : "", key, muster);
}

static struct command_figures measure_commands(const char *folder, unsigned commands)
{
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	snprintf(data, sizeof(data), "%s/commands", folder);
	snprintf(log, sizeof(log), "%s/commands.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct driver *driver = driver_create(server.port);
	struct driven warm = driver_run(driver, &server, commands / 4, 0);
	struct driven full = driver_run(driver, &server, commands, 0);
	double count = (double)full.commands;
	struct command_figures figures = {.per_s = count / full.seconds,
					  .cpu_us = full.cpu_s * 1e6 / count,
					  .writer_us = full.writer_s * 1e6 / count,
					  .committer_us = full.committer_s * 1e6 / count,
					  .written = full.written / count,
					  .body_bytes =
						  (unsigned)(full.answer_bytes / full.commands)};
	struct driven half = driver_run(driver, &server, commands / 2, figures.per_s / 2);

	figures.p99_ms = latencies_percentile(&half.latencies, 99);
	latencies_free(&warm.latencies);
	latencies_free(&full.latencies);
	latencies_free(&half.latencies);
	driver_free(driver);
	process_stop(&server);
	return figures;
}

/* Four waves: in the first one every game writes a state row, as it does once in 64 commands. */
enum { COUNTED_COMMANDS = 4 * 20 * DRIVER_GAMES };

/* User instructions of the whole server for a command over HTTP; 0: nothing counts them. The
 * processor's own instructions for hashing are hidden from callgrind, which counts what the
 * library does without them. */
static double count_instructions(const char *folder)
{
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};
	struct process server;

	snprintf(data, sizeof(data), "%s/counted", folder);
	snprintf(log, sizeof(log), "%s/counted.log", folder);
	if (!process_start_counted(&server, "pennond", arguments, log))
		return 0;
	struct driver *driver = driver_create(server.port);
	struct driven driven = driver_run(driver, &server, COUNTED_COMMANDS, 0);

	latencies_free(&driven.latencies);
	driver_free(driver);
	process_stop(&server);
	return driven.instructions / (double)driven.commands;
}

/* System calls of the whole server for a command over HTTP; 0: nothing counts them. */
static double count_calls(const char *folder, unsigned commands)
{
	char data[256], log[256];
	const char *const arguments[] = {"--listen", "127.0.0.1:0", "--data", data, NULL};

	snprintf(data, sizeof(data), "%s/traced", folder);
	snprintf(log, sizeof(log), "%s/traced.log", folder);
	struct process server = process_start("pennond", arguments, log);
	struct driver *driver = driver_create(server.port);
	double calls = 0;

	if (process_trace(&server, log)) {
		struct driven driven = driver_run(driver, &server, commands, 0);

		calls = driven.calls / (double)driven.commands;
		latencies_free(&driven.latencies);
	}
	driver_free(driver);
	process_stop(&server);
	return calls;
}

static void report_commands(struct report *report, const char *folder, unsigned commands)
{
	struct command_figures ours = measure_commands(folder, commands);
	struct bare_figures bare = bare_measure(folder);

	add(report, "commands_per_s", ours.per_s, 0, MUSTER_STANDARD);
	add(report, "bare_commands_per_s", bare.commands_per_s, 0, "");
	add(report, "command_bare_ratio", ours.per_s / bare.commands_per_s, 2, MUSTER_STANDARD);
	add(report, "cpu_us_per_command", ours.cpu_us, 1, MUSTER_STANDARD);
	double like_us = bare_like_cpu_us(folder, ours.body_bytes);

	add(report, "bare_like_cpu_us", like_us, 1, "");
	add(report, "bare_like_cpu_ratio", like_us / ours.cpu_us, 2, MUSTER_STANDARD);
	add(report, "writer_us", ours.writer_us, 1, MUSTER_STANDARD);
	add(report, "committer_us", ours.committer_us, 1, MUSTER_STANDARD);
	add(report, "bytes_written_per_command", ours.written, 0, MUSTER_STANDARD);
	double instructions = count_instructions(folder);

	if (instructions > 0)
		add(report, "instructions_per_command", instructions, 0, MUSTER_STANDARD);
	double calls = count_calls(folder, commands / 8);

	if (calls > 0)
		add(report, "syscalls_per_command", calls, 1, MUSTER_STANDARD);
	add(report, "commands_p99_ms", ours.p99_ms, 1, MUSTER_STANDARD);
	add(report, "echo_per_s", bare.echo_per_s, 0, "");
}

static void report_visit(struct report *report, const char *folder, unsigned visits)
{
	struct visit_figures visit = visit_measure(folder, visits);

	add(report, "visit_us", visit.visit_us, 0, VISIT_SCENARIO);
	add(report, "repeat_get_us.game", visit.repeat_game_us, 0, VISIT_SCENARIO);
	add(report, "repeat_get_us.actions", visit.repeat_actions_us, 0, VISIT_SCENARIO);
	add(report, "fanout_us_per_event", visit.fanout_us, 2, VISIT_SCENARIO);
}

static void report_cold(struct report *report, const char *folder, unsigned games)
{
	struct cold_figures cold = cold_measure(folder, games);

	add(report, "cold_games", cold.games, 0, "");
	add(report, "cold_commands_per_s", cold.commands_per_s, 0, MUSTER_STANDARD);
	add(report, "cold_cpu_us", cold.cpu_us, 0, MUSTER_STANDARD);
	add(report, "hot_p99_ms", cold.hot_p99_ms, 1, MUSTER_STANDARD);
	add(report, "hot_p99_beside_cold_ms", cold.hot_p99_beside_ms, 1, MUSTER_STANDARD);
	add(report, "bytes_per_hot_game", cold.bytes_per_hot_game, 0, MUSTER_STANDARD);
	add(report, "bytes_per_idle_game", cold.bytes_per_idle_game, 0, MUSTER_STANDARD);
	add(report, "restart_s", cold.restart_s, 2, MUSTER_STANDARD);
}

static void report_streams(struct report *report, const char *folder, struct sizes sizes)
{
	struct stream_figures streams = streams_measure(folder, sizes.streams, sizes.commands / 2);

	add(report, "streams_open", streams.open, 0, MUSTER_STANDARD);
	add(report, "bytes_per_stream", streams.bytes_per_stream, 0, MUSTER_STANDARD);
	add(report, "commands_with_streams_ratio",
	    streams.commands_with_streams_per_s / streams.commands_per_s, 2, MUSTER_STANDARD);
}

static void report_neighbour(struct report *report, const char *folder, unsigned commands)
{
	struct neighbour_figures neighbour = neighbour_measure(folder, commands);

	add(report, "neighbour_p99_alone_ms", neighbour.p99_alone_ms, 1, MUSTER_STANDARD);
	add(report, "neighbour_p99_machine_ms", neighbour.p99_machine_ms, 1, MUSTER_STANDARD);
	add(report, "neighbour_p99_ms", neighbour.p99_ms, 1, MUSTER_STANDARD);
	add(report, "neighbour_machine_cpu_s", neighbour.machine_s, 1, MUSTER_STANDARD);
	add(report, "neighbour_writings", neighbour.written, 0, MUSTER_STANDARD);
}

static void report_notices(struct report *report, const char *folder, struct sizes sizes)
{
	struct notice_figures notices = notices_measure(
		folder, (struct notice_sizes){sizes.games, sizes.pairs * 2, sizes.commands});

	add(report, "notice_p50_ms", notices.p50_ms[0], 1, MUSTER_STANDARD);
	add(report, "notice_p99_ms", notices.p99_ms[0], 1, MUSTER_STANDARD);
	add(report, "notice_p50_beside_hooks_ms", notices.p50_ms[1], 1, MUSTER_STANDARD);
	add(report, "notice_p99_beside_hooks_ms", notices.p99_ms[1], 1, MUSTER_STANDARD);
	add(report, "hooks_waiting", sizes.games, 0, "");
	add(report, "writer_without_hooks_us", notices.writer_us[0], 1, MUSTER_STANDARD);
	add(report, "writer_beside_hooks_us", notices.writer_us[1], 1, MUSTER_STANDARD);
}

/* "latency_auc.orders.request.chainmail" and so on, and the worst of all. */
static void report_latency(struct report *report, const char *folder, unsigned pairs)
{
	static const char *const questions[] = {"request", "second", "other"};
	static const char *const secrets[] = {"orders", "drafts", "orders_cold", "drafts_cold"};
	double worst = 0;

	for (unsigned i = 0; i < pn_rules_count() * 4u; i++) {
		uint8_t book = (uint8_t)(i / 4);
		struct latency_figures latency =
			latency_measure(folder, book, i % 2, i % 4 >= 2, pairs);

		for (int question = 0; latency.has && question < LATENCY_QUESTIONS; question++) {
			char key[96], medians[64];

			snprintf(key, sizeof(key), "latency_auc.%s.%s.%s", secrets[i % 4],
				 questions[question], pn_rules_at(book)->id);
			snprintf(medians, sizeof(medians), "%.0f us, without %.0f us",
				 latency.with_us[question], latency.without_us[question]);
			add(report, key, latency.area[question], 3, medians);
			if (latency.area[question] > worst)
				worst = latency.area[question];
		}
	}
	add(report, "latency_auc_worst", worst, 3, "");
}

static void report_core(struct report *report)
{
	struct core_figures core = core_measure();
	bool actions = core.worst_offers_ms > core.worst_command_ms;

	add(report, "charge_us", core.charge_us, 1, MUSTER_STANDARD);
	add(report, "charge_answered_us", core.charge_answered_us, 1, MUSTER_STANDARD);
	add(report, "actions_us", core.actions_us, 0, MUSTER_STANDARD);
	add(report, "worst_offers_ms", core.worst_offers_ms, 1, MUSTER_HEAVIEST);
	add(report, "worst_command_ms", core.worst_command_ms, 1, MUSTER_HEAVIEST);
	add(report, "worst_ms", actions ? core.worst_offers_ms : core.worst_command_ms, 1,
	    MUSTER_HEAVIEST);
}

/* "list_us.declare.80" and so on, and how they grow. */
static void report_lists(struct report *report)
{
	struct list_figures lists = list_measure();

	for (int i = 0; i < LIST_SIZES; i++) {
		char key[96];

		snprintf(key, sizeof(key), "list_us.declare.%.0f", list_sizes[i]);
		add(report, key, lists.declare_us[i], 0, MUSTER_LINES);
		snprintf(key, sizeof(key), "list_us.move.%.0f", list_sizes[i]);
		add(report, key, lists.move_us[i], 0, MUSTER_LINES);
	}
	add(report, "list_exponent.declare", lists.declare_exponent, 2, MUSTER_LINES);
	add(report, "list_exponent.move", lists.move_exponent, 2, MUSTER_LINES);
}

/* "charge_us.conquest-1.5" and so on, one of each for every rule book. */
static void report_books(struct report *report)
{
	for (uint8_t i = 0; i < pn_rules_count(); i++) {
		const char *id = pn_rules_at(i)->id;
		struct book_figures book = book_measure(i);
		char key[96];

		snprintf(key, sizeof(key), "charge_us.%s", id);
		add(report, key, book.charge_us, 1, book.scenario);
		snprintf(key, sizeof(key), "dearest_charge_us.%s", id);
		add(report, key, book.dearest_charge_us, 1, book.scenario);
		snprintf(key, sizeof(key), "actions_us.%s", id);
		add(report, key, book.actions_us, 0, book.scenario);
	}
}

/* How often a turn waits for a person, with all that spares visits and by hand. */
static void report_visits(struct report *report)
{
	enum { GAMES = 100 };
	static const char muster[] = "10 units of 20 a side, 2 turns";
	uint8_t ruleset = bench_book();
	struct visits with = visits_count(ruleset, VISITS_HELPED, GAMES);
	struct visits by_hand = visits_count(ruleset, VISITS_BY_HAND, GAMES);

	add(report, "visits_per_turn", (double)visits_per_turn_milli(&with) / 1000, 2, muster);
	add(report, "visits_per_turn_by_hand", (double)visits_per_turn_milli(&by_hand) / 1000, 2,
	    muster);
}

/* What can be measured by itself. */
#define PARTS(X) \
	X(CORE, "core") \
	X(PAGE, "page") \
	X(COMMANDS, "commands") \
	X(VISIT, "visit") \
	X(STREAMS, "streams") \
	X(COLD, "cold") \
	X(NEIGHBOUR, "neighbour") \
	X(INTERACTION, "interaction") \
	X(LATENCY, "latency") \
	X(NOTICES, "notices")

enum part {
#define X(name, word) PART_##name,
	PARTS(X)
#undef X
		PART_COUNT
};

#define PART_BIT(name) (1u << PART_##name)

/* Read the arguments. False when one of them is none. */
static bool read_arguments(int count, char **arguments, struct sizes *sizes, unsigned *parts)
{
	static const char *const words[] = {
#define X(name, word) word,
		PARTS(X)
#undef X
	};

	*parts = 0;
	for (int i = 1; i < count; i++) {
		unsigned part = 0;

		if (strcmp(arguments[i], "--quick") == 0) {
			*sizes = (struct sizes){4000, 1000, 1000, 20};
			continue;
		}
		while (part < PART_COUNT && strcmp(arguments[i], words[part]) != 0)
			part++;
		if (part == PART_COUNT)
			return false;
		*parts |= 1U << part;
	}
	if (*parts == 0)
		*parts = (1u << PART_COUNT) - 1;
	return true;
}

static void measure(struct report *report, const char *folder, struct sizes sizes, unsigned parts)
{
	if (parts & PART_BIT(CORE)) {
		report_core(report);
		report_lists(report);
		report_books(report);
		report_visits(report);
	}
	if (parts & PART_BIT(PAGE))
		add(report, "page_bytes", page_measure(folder), 0, "");
	if (parts & PART_BIT(COMMANDS))
		report_commands(report, folder, sizes.commands);
	if (parts & PART_BIT(VISIT))
		report_visit(report, folder, sizes.commands / 20);
	if (parts & PART_BIT(STREAMS))
		report_streams(report, folder, sizes);
	if (parts & PART_BIT(COLD))
		report_cold(report, folder, sizes.games);
	if (parts & PART_BIT(NEIGHBOUR))
		report_neighbour(report, folder, sizes.commands / 20);
	if (parts & PART_BIT(INTERACTION))
		add(report, "interaction_p99_ms", interaction_measure(folder, sizes.commands / 4),
		    1, MUSTER_STANDARD);
	if (parts & PART_BIT(LATENCY))
		report_latency(report, folder, sizes.pairs);
	if (parts & PART_BIT(NOTICES))
		report_notices(report, folder, sizes);
}

int main(int count, char **arguments)
{
	struct sizes sizes = {40000, 10000, 10000, 200};
	struct report report = {TEXT_EMPTY, TEXT_EMPTY};
	char folder[64];
	unsigned parts;

	if (!read_arguments(count, arguments, &sizes, &parts)) {
		fprintf(stderr,
			"usage: pennon-bench [--quick] [core|page|commands|visit|streams|cold|"
			"neighbour|interaction|latency|notices]...\n");
		return 2;
	}
	host_make_folder(folder);
	measure(&report, folder, sizes, parts);
	host_remove_folder(folder);
	printf("{%s,\"measured_on\":{%s}}\n", report.json.bytes,
	       report.measured_on.bytes ? report.measured_on.bytes : "");
	text_free(&report.json);
	text_free(&report.measured_on);
	return EXIT_SUCCESS;
}
