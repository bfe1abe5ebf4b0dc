/* In place of store_postgres.c where libpq is not installed. */

#include <stdio.h>

#include "store/store.h"

enum store_error store_postgres_open(struct store **out, const char *url, bool shares, int *pid,
				     char *detail, size_t size)
{
	(void)url;
	(void)shares;
	*out = NULL;
	*pid = 0;
	snprintf(detail, size, "this pennond was built without PostgreSQL: libpq was not there");
	return STORE_FAILED;
}
