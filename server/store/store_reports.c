/* What the operator is to see to: commands that broke a rule, and messages that were reported. */

#include "store/stored_kind.h"

/* ---- faults ---- */

static enum store_error put_fault(struct connection *writer, const void *piece)
{
	const struct store_fault *fault = piece;
	uint8_t name[STORE_NAME_BYTES], report[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_FAULT);
	if (!statement || !name_of_id(name, fault->game) || !name_of_id(report, fault->report))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_bytes(statement, 2, report, sizeof(report));
	bind_int(statement, 3, fault->side);
	bind_int(statement, 4, fault->rows);
	bind_bytes(statement, 5, fault->command_hash, sizeof(fault->command_hash));
	bind_int(statement, 6, fault->time_ms);
	return connection_run(writer, PUT_FAULT);
}

static bool read_fault_row(void *context, struct query *row)
{
	const struct reading *reading = context;
	char id[STORE_GAME_BYTES], report[STORE_GAME_BYTES];
	struct store_fault fault = {
		.game = id,
		.report = report,
		.side = (uint8_t)column_int(row, 2),
		.rows = (uint32_t)column_int(row, 3),
		.time_ms = column_int(row, 5),
	};

	if (!column_id(row, 0, id) || !column_id(row, 1, report) ||
	    !copy_column(row, 4, fault.command_hash, sizeof(fault.command_hash)))
		return false;
	reading->take(reading->context, &fault);
	return true;
}

const struct stored_kind stored_fault = {
	.size = sizeof(struct store_fault),
	.put = put_fault,
	.forget = {FORGET_FAULTS},
	.locks_ids = true,
	.all = GET_FAULTS,
	.read = read_fault_row,
};

static enum store_error cure_game(struct connection *writer, const void *piece)
{
	static const enum statement cure[] = {CURE_GAME};
	const char *const *id = piece;
	uint8_t name[STORE_NAME_BYTES];

	return name_of_id(name, *id) ? run_each(writer, cure, 1, name) : STORE_FAILED;
}

const struct stored_kind stored_cured = {.size = sizeof(const char *), .put = cure_game};

/* ---- reports ---- */

static enum store_error put_report(struct connection *writer, const void *piece)
{
	const struct store_report *report = piece;
	uint8_t name[STORE_NAME_BYTES];
	struct query *statement = connection_statement(writer, PUT_REPORT);
	if (!statement || !name_of_id(name, report->game))
		return STORE_FAILED;
	bind_bytes(statement, 1, name, sizeof(name));
	bind_int(statement, 2, report->side);
	bind_int(statement, 3, report->message);
	bind_bytes(statement, 4, report->said.bytes, report->said.size);
	bind_bytes(statement, 5, report->reason.bytes, report->reason.size);
	bind_int(statement, 6, report->time_ms);
	return connection_run(writer, PUT_REPORT);
}

const struct stored_kind stored_report = {
	.size = sizeof(struct store_report),
	.put = put_report,
	.forget = {FORGET_REPORTS},
	.locks_ids = true,
};

static enum store_error settle_report(struct connection *writer, const void *piece)
{
	const uint32_t *number = piece;
	struct query *statement = connection_statement(writer, SETTLE_REPORT);
	if (!statement)
		return STORE_FAILED;
	bind_int(statement, 1, *number);
	return connection_run(writer, SETTLE_REPORT);
}

const struct stored_kind stored_settled = {.size = sizeof(uint32_t), .put = settle_report};

struct report_reading {
	void *context;
	void (*take)(void *context, const struct store_report *report);
};

static bool read_report_row(void *context, struct query *row)
{
	const struct report_reading *reading = context;
	char id[STORE_GAME_BYTES];
	const struct store_report report = {
		.game = id,
		.side = (uint8_t)column_int(row, 1),
		.message = (uint32_t)column_int(row, 2),
		.said = column_bytes(row, 3),
		.reason = column_bytes(row, 4),
		.time_ms = column_int(row, 5),
		.settled = column_int(row, 6) != 0,
		.place = (uint32_t)column_int(row, 7),
	};

	if (!column_id(row, 0, id))
		return false;
	reading->take(reading->context, &report);
	return true;
}

enum store_error store_load_reports(struct store *store, uint32_t before, size_t max, void *context,
				    void (*take)(void *context, const struct store_report *report))
{
	struct report_reading reading = {context, take};
	const struct asked asked[] = {{.number = before}, {.number = (int64_t)max}};

	return store_read(store, GET_REPORTS, asked, 2, &reading, read_report_row);
}
