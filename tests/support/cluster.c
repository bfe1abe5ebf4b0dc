#include "cluster.h"

#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host.h"

/* Where Debian has the programs of each version. */
#define BINARIES "/usr/lib/postgresql/*/bin/"

enum { START_TRIES = 600, TRY_MS = 100 };

static void expect(bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "cluster: %s\n", what);
	abort();
}

/* PostgreSQL is never root; then it is the user that Debian makes for it. */
static void be_somebody(void)
{
	const struct passwd *user = getpwnam("postgres");

	if (geteuid() != 0)
		return;
	expect(user && initgroups(user->pw_name, user->pw_gid) == 0 && setgid(user->pw_gid) == 0 &&
		       setuid(user->pw_uid) == 0,
	       "there is no user to run it as");
}

/* The program of the newest version, or "". */
static void find_program(char path[128], const char *pattern)
{
	glob_t found;

	path[0] = '\0';
	if (glob(pattern, 0, NULL, &found) == 0)
		snprintf(path, 128, "%s", found.gl_pathv[found.gl_pathc - 1]);
	globfree(&found);
}

/* Run a program there, whose path comes first; whoever started it takes it along when it goes. */
static pid_t spawn(const struct cluster *cluster, const char *const *arguments)
{
	char log[96];
	const pid_t parent = getpid();
	const pid_t child = fork();

	if (child)
		return child;
	setsid();
	be_somebody();
	prctl(PR_SET_PDEATHSIG, SIGQUIT);
	if (getppid() != parent || chdir(cluster->folder) != 0)
		_exit(1);
	snprintf(log, sizeof(log), "%s/log", cluster->folder);
	if (!freopen(log, "a", stdout) || !freopen(log, "a", stderr))
		_exit(1);
	execv(arguments[0], (char *const *)arguments);
	_exit(127);
}

static void write_url(const struct cluster *cluster, const char *database,
		      char url[CLUSTER_URL_BYTES])
{
	snprintf(url, CLUSTER_URL_BYTES, "postgresql:///%s?host=%s&user=pennon", database,
		 cluster->folder);
}

static bool answers(const struct cluster *cluster)
{
	char url[CLUSTER_URL_BYTES];

	write_url(cluster, "postgres", url);
	return PQping(url) == PQPING_OK;
}

void cluster_start(struct cluster *cluster)
{
	char path[128];
	const char *const arguments[] = {path,
					 "-D",
					 "data",
					 "-k",
					 cluster->folder,
					 "-c",
					 "listen_addresses=",
					 "-c",
					 "fsync=off",
					 "-c",
					 "shared_buffers=16MB",
					 NULL};
	const struct timespec pause = {.tv_nsec = TRY_MS * 1000000L};
	bool is_up = false;

	find_program(path, BINARIES "postgres");
	cluster->pid = spawn(cluster, arguments);
	for (int i = 0; i < START_TRIES && !is_up; i++) {
		nanosleep(&pause, NULL);
		is_up = answers(cluster);
	}
	expect(is_up, "it does not answer");
}

bool cluster_begin(struct cluster *cluster)
{
	char path[128];
	const char *const arguments[] = {path,    "-D", "data", "-U",         "pennon", "-A",
					 "trust", "-E", "UTF8", "--locale=C", "-N",     NULL};
	int status = 0;

	*cluster = (struct cluster){0};
	find_program(path, BINARIES "initdb");
	if (!path[0])
		return false;
	host_make_folder(cluster->folder);
	if (geteuid() == 0) {
		const struct passwd *user = getpwnam("postgres");

		expect(user && chown(cluster->folder, user->pw_uid, user->pw_gid) == 0,
		       "there is no user to run it as");
	}
	const pid_t child = spawn(cluster, arguments);
	expect(waitpid(child, &status, 0) == child && status == 0, "it cannot be made");
	cluster_start(cluster);
	return true;
}

void cluster_make_database(const struct cluster *cluster, char url[CLUSTER_URL_BYTES])
{
	static int made;
	char text[64], name[32];

	write_url(cluster, "postgres", url);
	snprintf(name, sizeof(name), "t%d_%d", (int)getpid(), made++);
	snprintf(text, sizeof(text), "CREATE DATABASE %s", name);
	PGconn *pg = PQconnectdb(url);
	PGresult *result = PQexec(pg, text);
	expect(PQresultStatus(result) == PGRES_COMMAND_OK, PQerrorMessage(pg));
	PQclear(result);
	PQfinish(pg);
	write_url(cluster, name, url);
}

static void be_silent(void *context, const char *message)
{
	(void)context;
	(void)message;
}

int cluster_sql(const char *url, const char *text)
{
	PGconn *pg = PQconnectdb(url);
	PQsetNoticeProcessor(pg, be_silent, NULL);
	PGresult *result = PQexec(pg, text);
	const ExecStatusType status = PQresultStatus(result);
	const int value = PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : 0;

	if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
		fprintf(stderr, "%s\n", text);
	expect(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, PQerrorMessage(pg));
	PQclear(result);
	PQfinish(pg);
	return value;
}

void cluster_kill(struct cluster *cluster)
{
	if (!cluster->pid)
		return;
	kill(cluster->pid, SIGQUIT);
	waitpid(cluster->pid, NULL, 0);
	cluster->pid = 0;
}

void cluster_end(struct cluster *cluster)
{
	cluster_kill(cluster);
	if (cluster->folder[0])
		host_remove_folder(cluster->folder);
	cluster->folder[0] = '\0';
}
