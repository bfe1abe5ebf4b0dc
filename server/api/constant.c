/* Answers that depend on nothing but the build: made once. What is there is never changed or
 * freed, so it is found without a lock; whoever misses it makes it while others wait. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "http/gzip.h"

enum { PACKED_FROM_BYTES = 1024 }; /* below, headers weigh more than what is saved */

struct constant {
	const struct constant *next;
	constant_encoder *encode;
	char parameter[LIMIT_PARAMETER_BYTES];
	const char *language; /* NULL: no labels in it */
	struct text plain, packed;
	char etag[API_TAG_BYTES];
};

/* At most one a rule book, clause list, scenario and language: what is not known is not kept. */
static _Atomic(const struct constant *) constants;
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static const struct constant *find(constant_encoder *encode, const char *parameter,
				   const char *language)
{
	for (const struct constant *at = atomic_load(&constants); at; at = at->next) {
		if (at->encode == encode && at->language == language &&
		    strcmp(at->parameter, parameter) == 0)
			return at;
	}
	return NULL;
}

/* NULL: there is no such thing. */
static const struct constant *make(constant_encoder *encode, const char *parameter,
				   const char *language)
{
	struct constant *made = calloc(1, sizeof(*made));

	if (!made)
		abort();
	if (!encode(&made->plain, parameter)) {
		free(made);
		return NULL;
	}
	made->encode = encode;
	memcpy(made->parameter, parameter, strlen(parameter) + 1);
	made->language = language;
	api_tag_of(made->etag, &made->plain);
	if (made->plain.size >= PACKED_FROM_BYTES)
		gzip_pack(&made->packed, made->plain.bytes, made->plain.size);
	made->next = atomic_load(&constants);
	atomic_store(&constants, made);
	return made;
}

enum handled api_constant(struct request *request, struct response *response,
			  constant_encoder *encode, enum problem_code missing)
{
	const char *parameter = request->parameter[0];
	const struct constant *body = find(encode, parameter, response->language);

	if (!body) {
		pthread_mutex_lock(&making);
		body = find(encode, parameter, response->language);
		if (!body)
			body = make(encode, parameter, response->language);
		pthread_mutex_unlock(&making);
	}
	if (!body)
		return response_refuse(request, response, missing, "");
	response_fixed(request, response,
		       (struct response_forms){.plain = body->plain.bytes,
					       .plain_size = body->plain.size,
					       .packed = body->packed.bytes,
					       .packed_size = body->packed.size,
					       .etag = body->etag});
	response_json(response, 200);
	api_not_modified(request, response);
	return HANDLED;
}
