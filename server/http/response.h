#pragma once
/* An answer as a handler writes it: plain data that the shell sends. */

#include <stdbool.h>

#include "base/text.h"
#include "game/callers.h"
#include "game/following.h"
#include "game/problem.h"
#include "game/snapshot.h"

enum { RESPONSE_ETAG_BYTES = 72, RESPONSE_LOCATION_BYTES = 96 };

struct embedded_file;
struct request;

/* What a handler says about its request. */
enum handled {
	HANDLED,   /* the response is complete */
	PENDING,   /* request->job was submitted; request->next goes on */
	WATCHING,  /* request->next is called when the game has news or at watch_until_ms */
	STREAMING, /* the response's stream goes on by itself */
};

/* A follower of one game. `pull` appends the next few events after `after` that the
 * snapshot has, moves `after` on and says whether there were any: a slow reader pulls
 * late and costs no queue. */
enum { STREAM_MARK_BYTES = 4 }; /* of an event's hash, in the ids of streams */

struct stream {
	/* Of all games of a player: say in `game`, `viewer` and `seq` what comes next, or write
	 * what needs no game. False when there is nothing. NULL: it is always `game`. */
	bool (*choose)(struct stream *stream, struct service *service, struct text *out);
	bool (*pull)(struct stream *stream, struct snapshot *snapshot, struct text *out);
	const char *heartbeat; /* sent when nothing else was */
	char game[GAME_ID_BYTES];
	pn_side viewer;
	uint32_t after; /* the last event that was written */
	bool has_mark;  /* what the reader says of its hash */
	uint8_t mark[STREAM_MARK_BYTES];
	char player
		[GAME_ID_BYTES]; /* whose games all: a player's, or an app's by its grants; else "" */
	struct feed_place place; /* ... the last event that was written */
	uint32_t seq;            /* ... and the one that comes next */
	struct caller caller;    /* the stream ends when they may look no longer */
	uint32_t retry_ms;       /* how soon to come back */
	bool is_lines;           /* NDJSON instead of server-sent events */
	bool begun;              /* what every stream begins with was written */
	bool is_umpire;
	struct turn turn; /* of one game: whom it waits for, as was written last */
	/* Of all games of a player: those that wait for them come first, from the newest on. */
	struct service *service;
	uint32_t awaited_before; /* the place of the last that was looked at; 0: all were */
	/* Of an app: by which grant it sees `game`; and while those that wait come first, whose that
	 * is, for which game alone (""), and the place of the grant that comes next. */
	char grant[GAME_ID_BYTES], giver[GAME_ID_BYTES], only[GAME_ID_BYTES];
	uint32_t grants_before;
};

/* One value for Cache-Control each. */
enum response_cache {
	CACHE_NO_STORE,           /* what must not be kept: answers to commands, tokens */
	CACHE_FOR_EVER,           /* what never changes, for its address says what it is */
	CACHE_REVALIDATE,         /* may be kept, must be asked for by its ETag */
	CACHE_PRIVATE_REVALIDATE, /* the same, by the caller alone */
	CACHE_PRIVATE_DAY,        /* never changes, and is for the caller alone */
	CACHE_PUBLIC_DAY, /* never changes; not longer, since games are hidden and deleted */
};

struct response {
	int status;        /* 0 = not answered yet */
	const char *type;  /* media type; static */
	struct text body;  /* owned */
	const void *fixed; /* instead of `body`: bytes that outlive every answer */
	size_t fixed_size;
	enum response_cache cache;
	enum problem_code problem;      /* PROBLEM_NONE when it went well */
	char etag[RESPONSE_ETAG_BYTES]; /* with its quotes; "" = none */
	char location[RESPONSE_LOCATION_BYTES];
	char allow[48];          /* with 405 and to OPTIONS */
	const char *language;    /* of labels in the body; static, NULL = there are none */
	const char *disposition; /* Content-Disposition; static, NULL = none */
	uint32_t retry_after_s;  /* 0 = none */
	bool is_unlisted;        /* no search engine is to keep it */
	bool is_page;            /* a file of the page: gets the page's policy */
	bool runs_module;        /* a page's thread that compiles WebAssembly */
	bool is_packed;          /* the bytes are gzip's */
	bool varies_by_coding;   /* other callers may get them packed, or plain */
	bool close;              /* the connection ends with this answer */
	struct stream stream;    /* with STREAMING */
};

/* What a problem may add to its code. NULL or "" = not said. */
struct problem_extra {
	const char *detail;
	const char *pointer; /* RFC 6901, into the body */
	const char *clause;
	const char *refusal; /* the rules' own code */
	int64_t version;     /* -1 = not said */
	const char *lawful;  /* JSON: what may be done instead */
	const char *words;   /* JSON: key and arguments of the sentence; else those of the code */
};

#define PROBLEM_PLAIN ((struct problem_extra){.version = -1})

/* Answer 200 with the JSON in response->body. */
enum handled response_json(struct response *response, int status);

/* Take a body that outlives the answer: packed for callers that take gzip, where there is a packed
 * form, else plain. `etag` is that of the plain one, in its quotes; the packed one has another. */
struct response_forms {
	const void *plain;
	size_t plain_size;
	const void *packed; /* NULL = there is none */
	size_t packed_size;
	const char *etag;
};
void response_fixed(const struct request *request, struct response *response,
		    struct response_forms forms);

/* The same from a file that is compiled in. */
void response_embedded(const struct request *request, struct response *response,
		       const struct embedded_file *file);

/* Answer a problem; replaces whatever the body held. */
enum handled response_problem(const struct request *request, struct response *response,
			      enum problem_code code, struct problem_extra extra);

/* The same with nothing but a sentence. */
enum handled response_refuse(const struct request *request, struct response *response,
			     enum problem_code code, const char *detail);

/* Free what it holds; it is as new then. */
void response_release(struct response *response);
