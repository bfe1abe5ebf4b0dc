/* The connections live in one epoll loop. An answer is told apart by its Content-Length:
 * the servers asked send no other. */

#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "http_client.h"

struct connection {
	int fd;
	bool is_busy;
	int64_t since_us;
	struct text in;
};

struct run {
	const struct load *load;
	int epoll;
	int64_t begun_us;
	uint64_t slots; /* begun so far, when they are paced */
	unsigned busy;
	struct connection connection[LOAD_CONNECTIONS_MAX];
};

int64_t now_us(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void fail(const char *what)
{
	fprintf(stderr, "bench: %s\n", what);
	exit(EXIT_FAILURE);
}

/* ---- pace ---- */

/* When the next request may begin: what is late is counted as late. */
static int64_t slot_us(const struct run *run)
{
	return run->begun_us + (int64_t)((double)run->slots * 1e6 / run->load->per_second);
}

static bool may_begin(const struct run *run)
{
	return run->load->per_second <= 0 || slot_us(run) <= now_us();
}

/* ---- one connection ---- */

/* Begin the next request. False when there is none. */
static bool begin(struct run *run, unsigned index)
{
	struct connection *connection = &run->connection[index];
	struct text out = TEXT_EMPTY;

	if (!run->load->next(run->load->context, index, &out)) {
		text_free(&out);
		return false;
	}
	connection->since_us = run->load->per_second > 0 ? slot_us(run) : now_us();
	connection->is_busy = true;
	run->slots++;
	run->busy++;
	if (!client_send(connection->fd, out.bytes, out.size))
		fail("a connection was closed");
	text_free(&out);
	return true;
}

/* The whole size of the answer that has begun to come in, or 0. */
static size_t answer_size(const struct text *in, size_t *head)
{
	const char *end = in->bytes ? strstr(in->bytes, "\r\n\r\n") : NULL;
	const char *length = end ? strcasestr(in->bytes, "\r\nContent-Length:") : NULL;

	if (!length || length > end)
		return 0;
	*head = (size_t)(end - in->bytes) + 4;
	return *head + strtoul(length + 17, NULL, 10);
}

static void take(struct run *run, unsigned index)
{
	struct connection *connection = &run->connection[index];
	size_t head, size;

	if (!client_read_some(connection->fd, &connection->in, 0))
		fail("a connection was closed");
	size = answer_size(&connection->in, &head);
	if (size == 0 || connection->in.size < size)
		return;
	struct load_answer answer = {.status = atoi(connection->in.bytes + 9),
				     .body = connection->in.bytes + head,
				     .size = size - head,
				     .latency_us = now_us() - connection->since_us};

	run->load->answered(run->load->context, index, &answer);
	text_clear(&connection->in);
	connection->is_busy = false;
	run->busy--;
}

/* ---- the run ---- */

/* Let every idle connection begin that may. False when none of them has anything to ask,
 * not even later. */
static bool begin_all(struct run *run)
{
	bool any = false;

	for (unsigned i = 0; i < run->load->connections; i++) {
		/* The first connection changes, so that pacing does not always ask the same. */
		unsigned index = (unsigned)((i + run->slots) % run->load->connections);

		if (!may_begin(run))
			return true;
		if (!run->connection[index].is_busy)
			any |= begin(run, index);
	}
	return any;
}

static void open_all(struct run *run)
{
	run->epoll = epoll_create1(EPOLL_CLOEXEC);
	for (unsigned i = 0; i < run->load->connections; i++) {
		struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};

		run->connection[i].fd = client_connect(run->load->port);
		epoll_ctl(run->epoll, EPOLL_CTL_ADD, run->connection[i].fd, &event);
	}
}

static void close_all(struct run *run)
{
	for (unsigned i = 0; i < run->load->connections; i++) {
		close(run->connection[i].fd);
		text_free(&run->connection[i].in);
	}
	close(run->epoll);
}

/* Milliseconds until something can be begun; -1: only an answer can change anything. */
static int patience_ms(const struct run *run)
{
	if (run->load->per_second <= 0 || run->busy == run->load->connections)
		return -1;
	int64_t wait = slot_us(run) - now_us();

	return wait < 1000 ? 0 : (int)(wait / 1000);
}

double load_run(const struct load *load)
{
	struct run run = {.load = load};
	struct epoll_event events[LOAD_CONNECTIONS_MAX];

	open_all(&run);
	run.begun_us = now_us();
	for (;;) {
		if (!begin_all(&run) && run.busy == 0)
			break;
		int count = epoll_wait(run.epoll, events, LOAD_CONNECTIONS_MAX, patience_ms(&run));

		for (int i = 0; i < count; i++) {
			unsigned index = events[i].data.u32;

			take(&run, index);
			if (!run.connection[index].is_busy && load->per_second <= 0)
				begin(&run, index);
		}
	}
	double seconds = (double)(now_us() - run.begun_us) / 1e6;

	close_all(&run);
	return seconds;
}

void load_write(struct text *out, const char *method, const char *path, const char *token,
		const char *key, const char *body)
{
	text_add_format(out, "%s %s HTTP/1.1\r\nHost: localhost\r\n", method, path);
	if (token)
		text_add_format(out, "Authorization: Bearer %s\r\n", token);
	if (key)
		text_add_format(out, "Idempotency-Key: %s\r\n", key);
	if (body)
		text_add_format(out, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
				strlen(body));
	text_add_format(out, "\r\n%s", body ? body : "");
}

/* ---- latencies ---- */

void latencies_add(struct latencies *latencies, int64_t us)
{
	if (latencies->count == latencies->capacity) {
		latencies->capacity = latencies->capacity ? 2 * latencies->capacity : 4096;
		latencies->us = realloc(latencies->us, latencies->capacity * sizeof(int64_t));
		if (!latencies->us)
			fail("no memory");
	}
	latencies->us[latencies->count++] = us;
}

static int compare(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

	return (first > second) - (first < second);
}

double latencies_percentile(struct latencies *latencies, double percent)
{
	if (latencies->count == 0)
		return 0;
	qsort(latencies->us, latencies->count, sizeof(int64_t), compare);
	size_t index = (size_t)((double)latencies->count * percent / 100);

	if (index >= latencies->count)
		index = latencies->count - 1;
	return (double)latencies->us[index] / 1000;
}

void latencies_free(struct latencies *latencies)
{
	free(latencies->us);
	*latencies = (struct latencies){0};
}
