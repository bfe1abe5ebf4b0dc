/* In place of cluster.c where the server was built without PostgreSQL. */

#include "cluster.h"

bool cluster_begin(struct cluster *cluster)
{
	*cluster = (struct cluster){0};
	return false;
}

void cluster_make_database(const struct cluster *cluster, char url[CLUSTER_URL_BYTES])
{
	(void)cluster;
	url[0] = '\0';
}

int cluster_sql(const char *url, const char *text)
{
	(void)url;
	(void)text;
	return 0;
}

void cluster_kill(struct cluster *cluster)
{
	(void)cluster;
}

void cluster_start(struct cluster *cluster)
{
	(void)cluster;
}

void cluster_end(struct cluster *cluster)
{
	(void)cluster;
}
