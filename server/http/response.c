/* Writing answers. Problems are RFC 9457: `type` is a name, not an address; `instance`
 * is the id of the request, which the log has too. */

#include "http/response.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "base/write.h"
#include "codec/words.h"
#include "http/gzip.h"
#include "http/request.h"

enum handled response_json(struct response *response, int status)
{
	response->status = status;
	response->type = "application/json";
	return HANDLED;
}

void response_fixed(const struct request *request, struct response *response,
		    struct response_forms forms)
{
	response->is_packed = forms.packed && gzip_is_taken(request->accept_encoding);
	response->varies_by_coding = true;
	response->fixed = response->is_packed ? forms.packed : forms.plain;
	response->fixed_size = response->is_packed ? forms.packed_size : forms.plain_size;
	response->cache = CACHE_REVALIDATE;
	/* Other bytes, another tag: the hash in its quotes, and how it was packed. */
	snprintf(response->etag, sizeof(response->etag), "%.*s%s", (int)strlen(forms.etag) - 1,
		 forms.etag, response->is_packed ? "-gzip\"" : "\"");
}

/* Of a file's hash in its tag: 64 bits tell its versions apart, and a page asks for fifty files. */
enum { TAG_DIGITS = 16 };

void response_embedded(const struct request *request, struct response *response,
		       const struct embedded_file *file)
{
	char tag[TAG_DIGITS + 2 + 1]; /* in quotes */

	snprintf(tag, sizeof(tag), "\"%.*s\"", TAG_DIGITS, file->etag + 1);
	response_fixed(request, response,
		       (struct response_forms){.plain = file->bytes,
					       .plain_size = file->size,
					       .packed = file->packed,
					       .packed_size = file->packed_size,
					       .etag = tag});
}

/* What to say in any language: the key of a catalogue of words, and its arguments. */
static void write_words(struct text *out, enum problem_code code, const struct problem_extra *extra)
{
	write_key(out, "words");
	if (extra->words) {
		text_add_string(out, extra->words);
		return;
	}
	text_add_string(out, "{\"args\":{");
	if (extra->clause && extra->clause[0])
		write_key_string(out, "clause", extra->clause);
	if (extra->refusal)
		text_add_format(out, "},\"key\":\"refusal.%s\"}", extra->refusal);
	else
		text_add_format(out, "},\"key\":\"problem.%s\"}", problem_wire(code));
}

/* In English as the API's description has it, else as the page says it. */
static const char *title_of(enum problem_code code)
{
	char key[64];

	if (words_spoken() == words_english())
		return problem_title(code);
	snprintf(key, sizeof(key), "problem.%s", problem_wire(code));
	const char *title = words_find(words_spoken(), key);
	return title ? title : problem_title(code);
}

/* Members that are not said are left out. Keys ascend. */
static void write_problem(struct text *out, const char *id, enum problem_code code,
			  const struct problem_extra *extra)
{
	write_byte(out, '{');
	if (extra->clause && extra->clause[0])
		write_key_string(out, "clause", extra->clause);
	write_key_name(out, "code", problem_wire(code));
	if (extra->detail && extra->detail[0])
		write_key_string(out, "detail", extra->detail);
	write_key(out, "instance");
	text_add_format(out, "\"urn:uuid:%s\"", id);
	if (extra->lawful && extra->lawful[0]) {
		write_key(out, "lawful");
		text_add_string(out, extra->lawful);
	}
	if (extra->pointer)
		write_key_string(out, "pointer", extra->pointer);
	if (extra->refusal)
		write_key_name(out, "refusal", extra->refusal);
	write_key_integer(out, "status", problem_status(code));
	write_key_string(out, "title", title_of(code));
	write_key(out, "type");
	text_add_format(out, "\"urn:pennon:problem:%s\"", problem_wire(code));
	if (extra->version >= 0)
		write_key_integer(out, "version", extra->version);
	write_words(out, code, extra);
	write_byte(out, '}');
}

enum handled response_problem(const struct request *request, struct response *response,
			      enum problem_code code, struct problem_extra extra)
{
	struct text body = TEXT_EMPTY;

	response->language = words_liked(request->accept_language);
	words_speak(response->language);
	/* What the extra points to may lie in the old body. */
	write_problem(&body, request->id, code, &extra);
	text_free(&response->body);
	response->body = body;
	response->fixed = NULL;
	response->is_packed = response->varies_by_coding = false;
	response->status = problem_status(code);
	response->type = "application/problem+json";
	response->cache = CACHE_NO_STORE;
	response->problem = code;
	response->etag[0] = '\0';
	response->location[0] = '\0';
	response->disposition = NULL;
	response->is_page = response->is_unlisted = false;
	if (response->status == 503 || response->status == 429)
		response->retry_after_s = code == PROBLEM_NO_ROOM ? LIMIT_NO_ROOM_SECONDS : 1;
	return HANDLED;
}

enum handled response_refuse(const struct request *request, struct response *response,
			     enum problem_code code, const char *detail)
{
	struct problem_extra extra = PROBLEM_PLAIN;

	extra.detail = detail;
	return response_problem(request, response, code, extra);
}

void response_release(struct response *response)
{
	text_free(&response->body);
	*response = (struct response){0};
}
