#include "records.h"
#include "game/service.h"

#include <criterion/criterion.h>
#include <string.h>

struct host records_host;
struct verify_options records_options;
static struct pn_muster muster;

void records_open(void)
{
	host_open(&records_host, NULL);
}

void records_close(void)
{
	host_close(&records_host);
}

void records_trust_server(void)
{
	uint8_t id[1][8];
	records_options.key_count = service_keys(records_host.service, id, records_options.key, 1);
}

struct hosted_game records_finished(uint64_t seed, uint8_t method)
{
	struct random_source random = {seed};
	host_muster(&muster, method);
	struct hosted_game hosted = host_game(&records_host, &muster);
	host_play(&records_host, &hosted, &random, 2000);
	return hosted;
}

struct hosted_game records_begin_short(void)
{
	host_muster(&muster, PN_METHOD_SEALED);
	muster.unit[1] = muster.unit[4];
	muster.unit_count = 2;
	muster.turns = 2;
	struct hosted_game hosted = host_declaring_game(&records_host, &muster);
	struct pn_command draft =
		host_actions(&records_host, &hosted, PN_RED, PN_COMMAND_DECLARE_CHARGE);
	struct job job = host_act(&records_host, &hosted, PN_RED, &draft);
	snapshot_release(job.snapshot);
	return hosted;
}

struct hosted_game records_short(uint64_t seed)
{
	struct random_source random = {seed};
	struct hosted_game hosted = records_begin_short();
	host_play(&records_host, &hosted, &random, 2000);
	return hosted;
}

void records_roll_cup(const struct hosted_game *hosted, pn_side side, struct pn_cup cup)
{
	struct pn_command command = {
		.kind = PN_COMMAND_ROLL_CUP, .unit = PN_NO_UNIT, .target = PN_NO_UNIT, .cup = cup};
	struct job job = host_act(&records_host, hosted, side, &command);

	cr_assert_eq(job.problem, PROBLEM_NONE);
	snapshot_release(job.snapshot);
}

struct text record_of(const struct hosted_game *hosted, pn_side viewer)
{
	struct text record = TEXT_EMPTY;
	struct snapshot *state = host_state(&records_host, hosted);
	snapshot_record(records_host.service, state, viewer, &record);
	snapshot_release(state);
	return record;
}

struct verify_report record_verify(const char *bytes, size_t size)
{
	struct verify_report report;
	verify_record(bytes, size, &records_options, &report);
	return report;
}

void record_expect(const struct verify_report *report, enum verify_verdict verdict,
		   const char *what)
{
	cr_expect_eq(report->verdict, verdict, "%s: %d, line %u: %s", what, report->verdict,
		     report->line, report->reason);
}

char *record_line(const struct text *record, uint32_t number, size_t *size)
{
	char *at = record->bytes;
	while (--number)
		at = strchr(at, '\n') + 1;
	*size = (size_t)(strchr(at, '\n') + 1 - at);
	return at;
}

uint32_t record_lines(const struct text *record)
{
	uint32_t lines = 0;
	for (size_t i = 0; i < record->size; i++)
		lines += record->bytes[i] == '\n';
	return lines;
}
