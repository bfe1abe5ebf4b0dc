#include "notify/hook_message.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/crypto.h"
#include "base/write.h"
#include "notify/letter.h"
#include "notify/mail.h"
#include "notify/vetting.h"
#include "notify/web_push.h"

enum { SNOWFLAKE_MAX = 20, DISCORD_TOKEN_MAX = 100 };

/* ---- where ---- */

static bool is_discord(const char *url)
{
	static const char begin[] = "https://discord.com/api/webhooks/";
	static const char token[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

	if (strncmp(url, begin, sizeof(begin) - 1) != 0)
		return false;
	url += sizeof(begin) - 1;
	const size_t digits = strspn(url, "0123456789");

	if (digits == 0 || digits > SNOWFLAKE_MAX || url[digits] != '/')
		return false;
	url += digits + 1;
	const size_t size = strspn(url, token);

	return size > 0 && size <= DISCORD_TOKEN_MAX && !url[size];
}

static bool is_channel(const char *url)
{
	static const char begin[] = HOOK_CHANNEL_URL;
	const size_t size = sizeof(begin) - 1;
	const size_t digits = strncmp(url, begin, size) == 0 ? strspn(url + size, "0123456789") : 0;

	return digits > 0 && digits <= SNOWFLAKE_MAX && !url[size + digits];
}

static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	const bool has = curl_url_get(url, part, &text, 0) == CURLUE_OK;

	curl_free(text);
	return has;
}

static bool read_parts(CURLU *url, char *host)
{
	char *scheme = NULL, *name = NULL, *port = NULL;
	const bool is_read =
		curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_HOST, &name, 0) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK;
	bool good = is_read && (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) &&
		    *name && !has_part(url, CURLUPART_USER) && !has_part(url, CURLUPART_PASSWORD);

	if (good) {
		good = vetting_is_number_good(strtol(port, NULL, 10));
		snprintf(host, HOOK_URL_BYTES, "%s", name);
	}
	curl_free(scheme);
	curl_free(name);
	curl_free(port);
	return good;
}

/* "mailto:" and an address, of which the host is what is behind its @. */
static bool is_mail(const char *url, char *host)
{
	static const char begin[] = "mailto:";
	const size_t size = sizeof(begin) - 1;

	if (strncmp(url, begin, size) != 0 || !mail_address_good(url + size))
		return false;
	snprintf(host, HOOK_URL_BYTES, "%s", strrchr(url, '@') + 1);
	return true;
}

bool hook_url_good(const char *url, enum hook_format format, char *host)
{
	const size_t size = strlen(url);

	for (size_t i = 0; i < size; i++) {
		if (url[i] <= ' ' || url[i] > '~')
			return false;
	}
	if ((format == HOOK_CHANNEL && !is_channel(url)) || size >= HOOK_URL_BYTES ||
	    (format == HOOK_DISCORD && !is_discord(url)) ||
	    (format == HOOK_PUSH && !web_push_endpoint_good(url)))
		return false;
	if (format == HOOK_MAIL)
		return is_mail(url, host);
	CURLU *parts = curl_url();
	const bool good = parts && curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK &&
			  read_parts(parts, host);

	curl_url_cleanup(parts);
	return good;
}

/* ---- what ---- */

static void add_link(struct text *out, const struct hook_message *message)
{
	text_add_format(out, "%s/g/%s", message->public_url, message->game);
}

void hook_body(struct text *out, const struct hook_message *message)
{
	struct text link = TEXT_EMPTY;

	add_link(&link, message);
	write_byte(out, '{');
	write_key(out, "data");
	write_byte(out, '{');
	if (message->kind == NOTICE_TEST) {
		write_key_name(out, "hook", message->game);
	} else {
		write_key_name(out, "game", message->game);
		write_key_string(out, "link", link.bytes);
		write_key_name(out, "side", message->side);
		write_key_integer(out, "version", message->version);
	}
	write_byte(out, '}');
	write_key(out, "timestamp");
	write_time(out, message->made_ms);
	write_key_name(out, "type", notice_kind_name(message->kind));
	write_byte(out, '}');
	text_free(&link);
}

/* ---- by whom ---- */

static void add_mac(struct text *out, const struct text *signed_text, const uint8_t *secret)
{
	uint8_t mac[CRYPTO_HASH_BYTES];

	crypto_hmac(mac, secret, signed_text->bytes, signed_text->size);
	text_add_string(out, out->size ? " v1," : "v1,");
	text_add_base64(out, mac, sizeof(mac));
}

void hook_signatures(struct text *out, const struct hook_message *message, int64_t now_s,
		     const struct text *body, const struct hook_signing *signing)
{
	struct text signed_text = TEXT_EMPTY;
	uint8_t signature[CRYPTO_SIGNATURE_BYTES];

	text_add_format(&signed_text, "%s.%lld.", message->id, (long long)now_s);
	text_add(&signed_text, body->bytes, body->size);
	add_mac(out, &signed_text, signing->secret);
	if (signing->before)
		add_mac(out, &signed_text, signing->before);
	signing->sign(signing->context, signed_text.bytes, signed_text.size, signature);
	text_add_string(out, " v1a,");
	text_add_base64(out, signature, sizeof(signature));
	text_free(&signed_text);
}

void hook_secret_text(struct text *out, const uint8_t secret[HOOK_SECRET_BYTES])
{
	text_add_string(out, "whsec_");
	text_add_base64(out, secret, HOOK_SECRET_BYTES);
}
