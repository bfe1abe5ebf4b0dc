#include "notify/smtp.h"

#include <stdio.h>
#include <string.h>

#include "base/crypto.h"

bool smtp_url_good(const char *url)
{
	static const char *const schemes[] = {"smtp://", "smtps://"};

	for (size_t i = 0; i < 2; i++) {
		size_t size = strlen(schemes[i]);

		if (strncmp(url, schemes[i], size) == 0)
			return url[size] != '\0' &&
			       strspn(url + size,
				      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789.-:[]") == strlen(url + size);
	}
	return false;
}

bool smtp_read_credentials(struct smtp_relay *relay, const char *file)
{
	char line[2 * SMTP_CREDENTIAL_BYTES] = "";
	FILE *stream = fopen(file, "re");
	const bool is_read = stream && fgets(line, sizeof(line), stream);

	if (stream)
		fclose(stream);
	line[strcspn(line, "\r\n")] = '\0';
	char *colon = strchr(line, ':');
	const bool good = is_read && colon && colon > line && colon[1] &&
			  colon - line < SMTP_CREDENTIAL_BYTES &&
			  strlen(colon + 1) < SMTP_CREDENTIAL_BYTES;

	if (good) {
		*colon = '\0';
		snprintf(relay->user, sizeof(relay->user), "%.*s", SMTP_CREDENTIAL_BYTES - 1, line);
		snprintf(relay->password, sizeof(relay->password), "%.*s",
			 SMTP_CREDENTIAL_BYTES - 1, colon + 1);
	}
	crypto_forget(line, sizeof(line));
	return good;
}

static size_t give(char *out, size_t one, size_t count, void *context)
{
	struct smtp_sending *sending = context;
	size_t size = one * count, rest = sending->size - sending->at;

	if (size > rest)
		size = rest;
	memcpy(out, sending->bytes + sending->at, size);
	sending->at += size;
	return size;
}

/* Sender, relay and protocol. */
static bool set_relay(CURL *handle, const struct smtp_relay *relay, const char *url)
{
	bool good = curl_easy_setopt(handle, CURLOPT_URL, url) == CURLE_OK &&
		    curl_easy_setopt(handle, CURLOPT_MAIL_FROM, relay->from) == CURLE_OK &&
		    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps") == CURLE_OK &&
		    curl_easy_setopt(handle, CURLOPT_PROXY, "") == CURLE_OK &&
		    curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK;

	if (good && relay->password[0])
		good = curl_easy_setopt(handle, CURLOPT_USERNAME, relay->user) == CURLE_OK &&
		       curl_easy_setopt(handle, CURLOPT_PASSWORD, relay->password) == CURLE_OK;
	return good && curl_easy_setopt(handle, CURLOPT_USE_SSL,
					(long)(relay->password[0] ? CURLUSESSL_ALL
								  : CURLUSESSL_TRY)) == CURLE_OK;
}

bool smtp_begin(struct smtp_sending *sending, CURL *handle, const struct smtp_relay *relay,
		const char *to, const char *bytes, size_t size)
{
	*sending = (struct smtp_sending){.bytes = bytes, .size = size};
	sending->to = curl_slist_append(NULL, to);
	/* What follows the host is what we call ourselves: the name of the mail's own host, not of
	 * this machine. */
	text_add_format(&sending->url, "%s/%s", relay->url, strrchr(relay->from, '@') + 1);
	return sending->to && set_relay(handle, relay, sending->url.bytes) &&
	       curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, sending->to) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_READFUNCTION, give) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_READDATA, sending) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)size) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       /* Relays end idle connections with a word of goodbye, which libcurl does not see
		* before it asks the next thing. */
	       curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L) == CURLE_OK &&
	       curl_easy_setopt(handle, CURLOPT_TIMEOUT, (long)SMTP_SECONDS) == CURLE_OK;
}

void smtp_end(struct smtp_sending *sending)
{
	curl_slist_free_all(sending->to);
	text_free(&sending->url);
	*sending = (struct smtp_sending){0};
}
