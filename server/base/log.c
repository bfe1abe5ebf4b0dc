/* Lines of a log are put together whole and written by one call, so that threads do not
 * mix them. */

#include "base/log.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/platform.h"
#include "base/write.h"

static const char *const level_names[] = {
#define X(name, wire) [LOG_##name] = wire,
	LOG_LEVELS(X)
#undef X
};

static enum log_level lowest = LOG_INFO;

enum log_level log_level_find(const char *name)
{
	int level = 0;

	while (level < LOG_LEVEL_COUNT && strcmp(level_names[level], name) != 0)
		level++;
	return (enum log_level)level;
}

void log_set_level(enum log_level level)
{
	lowest = level;
}

/* What every line ends with. */
static void end_line(struct text *line)
{
	write_key(line, "time");
	write_time(line, platform_real.now_ms(platform_real.context));
	text_add(line, "}\n", 2);
	/* There is nowhere to tell that the log cannot be written. */
	(void)!write(STDERR_FILENO, line->bytes, line->size);
	text_free(line);
}

void log_line(const char *level, const char *message, const char *detail)
{
	struct text line = TEXT_EMPTY;

	if (log_level_find(level) > lowest)
		return;
	write_byte(&line, '{');
	if (detail && detail[0])
		write_key_string(&line, "detail", detail);
	write_key_name(&line, "level", level);
	write_key_string(&line, "message", message);
	end_line(&line);
}

/* ---- requests ---- */

/* How many lines this second had, and how many it was spared. */
static atomic_llong second;
static atomic_uint lines, left_out;

static bool has_room(void)
{
	long long now = platform_real.steady_ms(platform_real.context) / 1000;

	if (atomic_exchange(&second, now) != now)
		atomic_store(&lines, 0);
	if (atomic_fetch_add(&lines, 1) < LOG_REQUESTS_PER_SECOND)
		return true;
	atomic_fetch_add(&left_out, 1);
	return false;
}

void log_request(const struct log_request *request)
{
	struct text line = TEXT_EMPTY;

	if (request->level > lowest ||
	    (request->level == LOG_WARNING && request->status < 500 && !has_room()))
		return;
	unsigned missing = request->level == LOG_WARNING ? atomic_exchange(&left_out, 0) : 0;

	write_byte(&line, '{');
	if (missing)
		write_key_integer(&line, "left_out", missing);
	write_key_name(&line, "level", level_names[request->level]);
	write_key_string(&line, "message",
			 request->problem[0] ? "a request was refused" : "a request was answered");
	if (request->took_us >= 0)
		write_key_integer(&line, "microseconds", request->took_us);
	if (request->operation[0])
		write_key_name(&line, "operation", request->operation);
	if (request->problem[0])
		write_key_name(&line, "problem", request->problem);
	write_key_name(&line, "request", request->id);
	write_key_integer(&line, "status", request->status);
	end_line(&line);
}
