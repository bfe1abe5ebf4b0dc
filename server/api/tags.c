/* Entity tags (RFC 9110, 8.8.3): made, and compared with the lists that callers send. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/crypto.h"
#include "codec/words.h"

/* One tag of a list, without its quotes. */
struct entity_tag {
	const char *text;
	size_t size;
	bool is_weak;
};

/* Read the next tag of a list and move on. False at its end, or where it is no list. */
static bool next_tag(const char **at, struct entity_tag *tag)
{
	const char *text = *at + strspn(*at, ", \t");

	tag->is_weak = strncmp(text, "W/", 2) == 0;
	text += tag->is_weak ? 2 : 0;
	if (*text != '"')
		return false;
	tag->text = text + 1;
	tag->size = strcspn(tag->text, "\"");
	*at = tag->text + tag->size + 1;
	return tag->text[tag->size] == '"';
}

/* The next number in the text of a tag, and what follows it. -1: there is none. */
static int64_t read_count(const char **at, const char *end)
{
	size_t digits = strspn(*at, "0123456789");
	const char *from = *at;

	*at += digits;
	return digits == 0 || digits > 9 || *at > end ? -1 : strtol(from, NULL, 10);
}

/* The version that a tag of api_etag() names; -1 when it is none of this caller's. */
static int64_t version_of(const struct entity_tag *tag, const char *name)
{
	const char *at = tag->text, *end = tag->text + tag->size;
	size_t size = strlen(name);

	if (tag->size <= size || strncmp(at, name, size) != 0 || at[size] != '-')
		return -1;
	at += size + 1;
	int64_t version = read_count(&at, end);

	if (version < 0 || at >= end || *at++ != '-' || read_count(&at, end) < 0)
		return -1;
	return at == end || *at == '-' ? version : -1;
}

int64_t api_if_match(const struct request *request)
{
	const char *at = request->if_match, *name = api_caller_name(request);
	int64_t version = IF_MATCH_NOTHING;
	struct entity_tag tag;

	if (!at || strcmp(at, "*") == 0)
		return IF_MATCH_ANYTHING;
	if (*at >= '0' && *at <= '9') {
		version = read_count(&at, at + strlen(at));
		return version < 0 || *at ? IF_MATCH_NOTHING : version;
	}
	while (next_tag(&at, &tag)) {
		int64_t named = tag.is_weak ? -1 : version_of(&tag, name);

		/* A version is never beyond the present one, so of several the last may be it. */
		if (named >= 0 && (version == IF_MATCH_NOTHING || named > version))
			version = named;
	}
	return version;
}

void api_etag(char out[RESPONSE_ETAG_BYTES], const struct request *request, struct tip tip)
{
	snprintf(out, RESPONSE_ETAG_BYTES, "\"%s-%u-%u\"", api_caller_name(request), tip.version,
		 tip.seq);
}

void api_speak(const struct request *request, struct response *response)
{
	size_t size = strlen(response->etag);

	response->language = words_liked(request->accept_language);
	words_speak(response->language);
	if (size > 0 && words_spoken() != words_english())
		snprintf(response->etag + size - 1, sizeof(response->etag) - size + 1, "-%s\"",
			 response->language);
}

/* Is one of a list of tags this one? Compared weakly: for If-None-Match. */
static bool lists_tag(const char *list, const char *tag)
{
	struct entity_tag listed;
	size_t size = strlen(tag) - 2;

	if (strcmp(list, "*") == 0)
		return true;
	while (next_tag(&list, &listed)) {
		if (listed.size == size && strncmp(listed.text, tag + 1, size) == 0)
			return true;
	}
	return false;
}

bool api_matches(const struct request *request, const char *tag)
{
	const char *list = request->if_match;
	struct entity_tag listed;
	size_t size = strlen(tag) - 2;

	if (strcmp(list, "*") == 0)
		return true;
	while (next_tag(&list, &listed))
		if (!listed.is_weak && listed.size == size &&
		    strncmp(listed.text, tag + 1, size) == 0)
			return true;
	return false;
}

bool api_not_modified(const struct request *request, struct response *response)
{
	if (!request->if_none_match || !lists_tag(request->if_none_match, response->etag))
		return false;
	response->status = 304;
	response->type = NULL;
	response->fixed = NULL;
	text_free(&response->body);
	return true;
}

void api_tag_of(char out[API_TAG_BYTES], const struct text *body)
{
	uint8_t hash[CRYPTO_HASH_BYTES];
	int used = 0;

	crypto_sha256(hash, body->bytes, body->size);
	for (int i = 0; i < 16; i++)
		used += snprintf(out + used, API_TAG_BYTES - (size_t)used, "%s%02x%s",
				 i == 0 ? "\"" : "", hash[i], i == 15 ? "\"" : "");
}

enum handled api_tagged(struct request *request, struct response *response)
{
	api_tag_of(response->etag, &response->body);
	response->cache = CACHE_REVALIDATE;
	response_json(response, 200);
	api_not_modified(request, response);
	return HANDLED;
}
