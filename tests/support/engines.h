#pragma once
/* Tests of a store that hold for every engine. A test's `place` is a folder or a database of its own;
 * where there is no PostgreSQL server, its half does nothing, and says so. */

#include <criterion/criterion.h>
#include <stdio.h>

#include "cluster.h"
#include "store/store.h"

#define TEST_OF_POSTGRES(suite, name) \
	static void name(const char *place); \
	Test(suite, name##_on_postgresql) \
	{ \
		if (!engines_on_postgres(name)) \
			fputs("skipped: no PostgreSQL here\n", stderr); \
	} \
	static void name(const char *place)

#define TEST_OF_ENGINES(suite, name) \
	static void name(const char *place); \
	Test(suite, name##_on_sqlite) \
	{ \
		engines_on_sqlite(name); \
	} \
	TEST_OF_POSTGRES(suite, name)

void engines_on_sqlite(void (*test)(const char *place));

/* False when there is none. */
bool engines_on_postgres(void (*test)(const char *place));

/* Open the store of a place, whichever engine it is of. */
enum store_error engines_open(struct store **out, const char *place, int *pid);

/* The same, which must work. */
struct store *engines_must_open(const char *place);

/* Open the store of a PostgreSQL database that others may have, too, which must work. */
struct store *engines_must_join(const char *url);

bool engines_is_postgres(const char *place);

/* Run SQL that both engines understand on the database of a place, beside its store. */
void engines_sql(const char *place, const char *text);
