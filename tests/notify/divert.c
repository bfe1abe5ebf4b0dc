/* The daemon as it is, with four things that a test may change by the environment:
 *   PENNON_TEST_DISCORD   "127.0.0.1:PORT": what is sent to discord.com goes to this stand-in
 *   PENNON_TEST_SLOW      a file: while it exists, some jobs take as many milliseconds as it says
 *   PENNON_TEST_PATIENCE  milliseconds added to the time after which an answer is promised for later
 *   PENNON_TEST_PACE      "AGE PACE": when a message counts as old, and how often it is edited then */

#include <curl/curl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/discord.h"
#include "game/job.h"
#include "notify/courier.h"

CURL *__real_curl_easy_init(void);
CURL *__wrap_curl_easy_init(void);

CURL *__wrap_curl_easy_init(void)
{
	static struct curl_slist *list;
	CURL *easy = __real_curl_easy_init();
	const char *to = getenv("PENNON_TEST_DISCORD");
	char line[128];

	if (easy && to && !list) {
		snprintf(line, sizeof(line), "discord.com:443:%s", to);
		list = curl_slist_append(NULL, line);
	}
	if (easy && list)
		curl_easy_setopt(easy, CURLOPT_CONNECT_TO, list);
	return easy;
}

void __real_service_finish(struct service *service, struct job *job);
void __wrap_service_finish(struct service *service, struct job *job);

static unsigned slow_ms(void)
{
	const char *path = getenv("PENNON_TEST_SLOW");
	FILE *file = path ? fopen(path, "re") : NULL;
	unsigned ms = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%u", &ms) != 1)
		ms = 0;
	fclose(file);
	return ms;
}

void __wrap_service_finish(struct service *service, struct job *job)
{
	const bool is_awaited = (job->kind == JOB_OPEN && !job->aside) || job->kind == JOB_ACT ||
				job->kind == JOB_CREATE || job->kind == JOB_JOIN;

	if (is_awaited)
		usleep(slow_ms() * 1000);
	__real_service_finish(service, job);
}

void __real_discord_may_defer(struct request *request, bool is_public);
void __wrap_discord_may_defer(struct request *request, bool is_public);

void __wrap_discord_may_defer(struct request *request, bool is_public)
{
	const char *patience = getenv("PENNON_TEST_PATIENCE");

	__real_discord_may_defer(request, is_public);
	if (patience && request->late)
		request->late_ms += atoi(patience);
}

struct courier *__real_courier_create(struct service *service,
				      const struct courier_options *options);
struct courier *__wrap_courier_create(struct service *service,
				      const struct courier_options *options);

struct courier *__wrap_courier_create(struct service *service,
				      const struct courier_options *options)
{
	const char *pace = getenv("PENNON_TEST_PACE");
	struct courier_options changed = *options;

	if (pace &&
	    sscanf(pace, "%" SCNd64 " %" SCNd64, &changed.aged_ms, &changed.aged_pace_ms) != 2)
		abort();
	return __real_courier_create(service, &changed);
}
