/* The demo game goes through the service like any other: a job to create it, whose done()
 * wakes the thread that waits here. */

#include "demo.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/embedded.h"
#include "codec/codec_ruleset.h"

struct wait {
	pthread_mutex_t mutex;
	pthread_cond_t done;
	bool is_done;
};

static void wake(struct job *job)
{
	struct wait *wait = job->owner;

	pthread_mutex_lock(&wait->mutex);
	wait->is_done = true;
	pthread_cond_signal(&wait->done);
	pthread_mutex_unlock(&wait->mutex);
}

/* Submit and wait. True when it went well. */
/* The one that a newcomer finishes in ten minutes. */
static const char opening_scenario[] = "scenarios/first-charge.json";

static bool run(struct app *app, struct job *job)
{
	struct wait wait = {.mutex = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};

	job->owner = &wait;
	job->done = wake;
	if (!service_submit(app->service, job))
		return false;
	pthread_mutex_lock(&wait.mutex);
	while (!wait.is_done)
		pthread_cond_wait(&wait.done, &wait.mutex);
	pthread_mutex_unlock(&wait.mutex);
	return job->problem == PROBLEM_NONE;
}

bool demo_create(struct app *app)
{
	const struct embedded_file *file = embedded_find(opening_scenario);
	struct codec_scenario *scenario = calloc(1, sizeof(*scenario));
	struct job job = {.kind = JOB_CREATE, .side = PN_RED, .if_match = IF_MATCH_ANYTHING};
	struct codec_error error = {0};
	bool good;

	if (!scenario)
		abort();
	good = file &&
	       codec_scenario_decode(scenario, (const char *)file->bytes, file->size, &error);
	if (good) {
		app->platform->new_id(app->platform->context, job.key);
		job.seat.create.muster = &scenario->muster;
		job.seat.create.ruleset = scenario->ruleset;
		job.seat.create.scenario = scenario->id;
		good = run(app, &job);
	}
	if (good) {
		const char *id = snapshot_header(job.snapshot)->id;

		printf("a demo game, \"%s\":\n  red:  %s/#seat=%s.%s\n  blue: %s/#join=%s.%s\n",
		       codec_scenario_title(scenario), app->public_url, id, job.token,
		       app->public_url, id, job.seat.code);
		fflush(stdout);
	} else {
		app->log("error", "the demo game cannot be made", error.detail);
	}
	snapshot_release(job.snapshot);
	free(scenario);
	return good;
}
