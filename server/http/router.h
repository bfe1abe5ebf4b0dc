#pragma once
/* Which handler answers a path. The table is routes.def; matching splits nothing,
 * allocates nothing and walks some twenty rows. */

#include "http/request.h"

/* The callers a route allows: anybody, unnoticed; anybody, a seat's or player's token if they have
 * one; a seat of the game; callers on this machine or the operator; anybody, a player's token if
 * they have one; a player; the operator; a player or the operator; an app, whatever it was
 * granted. */
enum route_auth {
	AUTH_NONE,
	AUTH_VIEWER,
	AUTH_SEAT,
	AUTH_LOCAL,
	AUTH_GUEST,
	AUTH_PLAYER,
	AUTH_OPERATOR,
	AUTH_MAKER,
	AUTH_APP,
};

enum route_flag {
	ROUTE_KEY = 1,       /* an Idempotency-Key is required */
	ROUTE_UUID = 2,      /* ... and is a UUID, where nobody is known yet */
	ROUTE_OPENS = 4,     /* {game} is in memory before the handler runs */
	ROUTE_MOVE = 8,      /* counts among one's moves */
	ROUTE_MAKES = 16,    /* makes what stays: counts among those */
	ROUTE_MAY_KEY = 32,  /* an Idempotency-Key is optional */
	ROUTE_UMPIRE = 64,   /* the umpire may ask, too */
	ROUTE_READS = 128,   /* changes nothing, although it is no GET */
	ROUTE_WRITES = 256,  /* may change something, although it is a GET */
	ROUTE_NEWEST = 512,  /* OPENS, but needs nothing of the log: service_near() */
	ROUTE_LOOKS = 2048,  /* an app may ask for a player who lets it look */
	ROUTE_ACTS = 4096,   /* ... act */
	ROUTE_TELLS = 8192,  /* ... look, or be told whom a game waits for */
	ROUTE_SIGNED = 1024, /* its handler knows by a signature for whom it is asked, and counts */
	ROUTE_ANY = 16384,   /* its body may be anything: it is not read */
	ROUTE_CODE = 32768, /* its handler reads what is sent as a bearer: a code, nobody's token */
};

struct route {
	const char *operation; /* operationId of the API's description */
	const char *path;      /* with {parameters} */
	size_t path_size;
	enum http_method method;
	enum route_auth auth;
	unsigned flags;
	size_t body_max;      /* 0 = takes no body */
	unsigned query;       /* bits of enum query_parameter */
	problem_set problems; /* bits of enum problem_code that only this route has */
	request_handler *handler;
};

extern const struct route routes[];
extern const size_t routes_count;

/* May it change something for the seat or the player that it acts for? Then a token that may only
 * read is refused. */
bool router_writes(const struct route *route);

/* Does what is sent as a bearer decide what it answers? */
bool router_heeds_bearer(const struct route *route);

/* What an app must have been granted to ask for a player: one of these bits (enum grant_may). 0: no
 * grant reaches it. */
uint8_t router_grant(const struct route *route);

/* What a path and a method come to. */
struct route_match {
	const struct route *route; /* NULL: see `allow` */
	unsigned allow;            /* bits of the methods the path takes; 0 = no such path */
};

/* Find the route; writes the {parameters} of the path into `parameter`. `method` may be
 * HTTP_METHODS for one that no route has. */
struct route_match router_find(enum http_method method, const char *path,
			       char parameter[REQUEST_PARAMETERS_MAX][LIMIT_PARAMETER_BYTES]);

/* Write the Allow header of a path: "GET, HEAD, OPTIONS". */
void router_allow(unsigned allow, char *out, size_t size);

/* The method's number, HTTP_METHODS when it is none of ours. HEAD counts as GET. */
enum http_method router_method(const char *name);

/* The method's name. */
const char *router_method_name(enum http_method method);

/* Every code that a route may answer: bits of enum problem_code. */
problem_set router_problems(const struct route *route);
