/* A bulk overwrite for each server: what is registered already stays as it is, so it may be done
 * again at any time. */

#include "notify/discord_register.h"

#include <curl/curl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/crypto.h"
#include "base/text.h"
#include "codec/codec_posted.h"
#include "notify/discord_limits.h"

enum {
	TRIES = 4,
	SECONDS = 20,
	ANSWER_BYTES = 256 * 1024,
	PAUSE_MS = 1000,
	PAUSE_MAX_MS = 60 * 1000,
	MISSING_ACCESS = 50001,
	UNKNOWN_APPLICATION = 10002,
};

struct answer {
	CURLcode curl;
	long status;
	int64_t retry_after_ms;
	struct text text;
};

static size_t take(char *bytes, size_t one, size_t count, void *context)
{
	struct answer *answer = context;

	if (answer->text.size + one * count > ANSWER_BYTES)
		return 0;
	text_add(&answer->text, bytes, one * count);
	return one * count;
}

static bool set(CURL *easy, const char *url, struct curl_slist *headers, const char *body,
		size_t size, struct answer *answer)
{
	return curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, "PUT") == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_POSTFIELDS, body) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)size) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)SECONDS) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take) == CURLE_OK &&
	       curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer) == CURLE_OK;
}

static void ask(CURL *easy, struct answer *answer)
{
	struct curl_header *header = NULL;

	text_clear(&answer->text);
	answer->curl = curl_easy_perform(easy);
	answer->status = 0;
	answer->retry_after_ms = 0;
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &answer->status);
	if (curl_easy_header(easy, "Retry-After", 0, CURLH_HEADER, -1, &header) == CURLHE_OK)
		answer->retry_after_ms = discord_seconds_ms(header->value);
}

/* Until it is answered for good. */
static void ask_patiently(CURL *easy, struct answer *answer)
{
	for (int64_t pause_ms = PAUSE_MS, tries = 1;; tries++, pause_ms *= 2) {
		ask(easy, answer);
		const bool passes =
			answer->curl != CURLE_OK || answer->status == 429 || answer->status >= 500;
		const int64_t wait_ms =
			answer->retry_after_ms > pause_ms ? answer->retry_after_ms : pause_ms;

		if (!passes || tries == TRIES || wait_ms > PAUSE_MAX_MS)
			return;
		usleep((useconds_t)(wait_ms * 1000));
	}
}

/* What went wrong, and what helps. */
static void complain(const struct answer *answer, const char *application, const char *guild)
{
	struct posted posted;

	codec_posted_decode(&posted, answer->text.bytes, answer->text.size);
	fprintf(stderr, "pennond: the commands are not in server %s: ", guild);
	if (answer->curl != CURLE_OK)
		fprintf(stderr, "Discord cannot be asked (%s)\n", curl_easy_strerror(answer->curl));
	else if (answer->status == 401)
		fprintf(stderr, "Discord does not know the token: make another in the portal, "
				"under Bot, Reset Token\n");
	else if (answer->status == 403 || posted.code == MISSING_ACCESS)
		fprintf(stderr,
			"the application %s is not there: invite it with the scope "
			"applications.commands\n",
			application);
	else if (answer->status == 404 || posted.code == UNKNOWN_APPLICATION)
		fprintf(stderr, "there is no application %s that this token is of\n", application);
	else if (answer->status == 429)
		fprintf(stderr, "Discord was asked too often: try again in %lld s\n",
			(long long)(answer->retry_after_ms / 1000));
	else
		fprintf(stderr, "Discord answered %ld: %.*s\n", answer->status,
			answer->text.size < 500 ? (int)answer->text.size : 500,
			answer->text.bytes ? answer->text.bytes : "");
}

static bool register_in(const struct discord_options *options, const char *guild,
			struct curl_slist *headers, const char *commands, size_t size,
			const char *authorities)
{
	struct answer answer = {.text = TEXT_EMPTY};
	struct text url = TEXT_EMPTY;
	CURL *easy = curl_easy_init();

	text_add_format(&url, "https://discord.com/api/v10/applications/%s/guilds/%s/commands",
			options->application, guild);
	answer.curl = CURLE_OUT_OF_MEMORY;
	if (easy && set(easy, url.bytes, headers, commands, size, &answer) &&
	    (!authorities || curl_easy_setopt(easy, CURLOPT_CAINFO, authorities) == CURLE_OK))
		ask_patiently(easy, &answer);
	const bool is_done = answer.curl == CURLE_OK && answer.status == 200;

	if (is_done)
		printf("server %s has the commands\n", guild);
	else
		complain(&answer, options->application, guild);
	curl_easy_cleanup(easy);
	text_free(&url);
	text_free(&answer.text);
	return is_done;
}

bool discord_register(const struct discord_options *options, const char *commands, size_t size,
		      const char *authorities)
{
	char authorization[DISCORD_TOKEN_BYTES + 32];
	struct curl_slist *headers = NULL;
	bool is_done = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;

	snprintf(authorization, sizeof(authorization), "Authorization: Bot %s", options->token);
	headers = curl_slist_append(headers, authorization);
	headers = curl_slist_append(headers, "Content-Type: application/json");
	headers = curl_slist_append(
		headers,
		"User-Agent: DiscordBot (https://discord.com/developers, " PENNON_VERSION ")");
	for (size_t i = 0; i < options->guild_count; i++)
		is_done &= register_in(options, options->guild[i], headers, commands, size,
				       authorities);
	curl_slist_free_all(headers);
	crypto_forget(authorization, sizeof(authorization));
	curl_global_cleanup();
	return is_done;
}
