/* One cluster serves all tests of a program: it is started before the first by whoever runs them,
 * and each test, a process of its own that finds it by a name in its environment, makes a database
 * there. */

#include "engines.h"

#include <criterion/hooks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "earlier.h"
#include "host.h"

static struct cluster cluster;
static const char variable[] = "PENNON_TEST_CLUSTER";

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
	(void)tests;
	if (cluster_begin(&cluster))
		setenv(variable, cluster.folder, 1);
}

ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
	(void)stats;
	cluster_end(&cluster);
}

bool engines_is_postgres(const char *place)
{
	return strncmp(place, "postgresql:", 11) == 0;
}

void engines_on_sqlite(void (*test)(const char *place))
{
	char folder[64];

	host_make_folder(folder);
	test(folder);
	host_remove_folder(folder);
}

bool engines_on_postgres(void (*test)(const char *place))
{
	char url[CLUSTER_URL_BYTES];

	if (!getenv(variable))
		return false;
	snprintf(cluster.folder, sizeof(cluster.folder), "%s", getenv(variable));
	cluster_make_database(&cluster, url);
	test(url);
	return true;
}

enum store_error engines_open(struct store **out, const char *place, int *pid)
{
	char detail[256];

	return engines_is_postgres(place)
		       ? store_postgres_open(out, place, false, pid, detail, sizeof(detail))
		       : store_sqlite_open(out, place, pid);
}

struct store *engines_must_open(const char *place)
{
	struct store *store = NULL;
	int pid;
	enum store_error error = engines_open(&store, place, &pid);

	cr_assert_eq(error, STORE_OK, "%s", store_error_text(error));
	return store;
}

struct store *engines_must_join(const char *url)
{
	struct store *store = NULL;
	char detail[256];
	int pid;

	cr_assert_eq(store_postgres_open(&store, url, true, &pid, detail, sizeof(detail)), STORE_OK,
		     "%s", detail);
	return store;
}

void engines_sql(const char *place, const char *text)
{
	if (engines_is_postgres(place))
		cluster_sql(place, text);
	else
		earlier_sql(place, text);
}
