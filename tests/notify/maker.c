/* Makes pushes and mails for notices.mjs, which takes them as the world does.
 *
 *	maker push PUBLIC_KEY AUTH ENDPOINT TIME_MS	plain text on standard input; a JSON object of
 *						body and Authorization
 *	maker mail RELAY FROM TO CREDENTIALS	subject, text and HTML on standard input, a NUL between;
 *						sends it, and says how it went */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/crypto.h"
#include "base/platform.h"
#include "notify/mail.h"
#include "notify/smtp.h"
#include "notify/web_push.h"

enum { INPUT_MAX = 1 << 20 };

static char input[INPUT_MAX];

static int push(char **argument)
{
	struct web_push_receiver receiver = {.endpoint = argument[2]};
	struct text body = TEXT_EMPTY, line = TEXT_EMPTY;
	struct p256_key once, own;
	uint8_t random[P256_SECRET_BYTES], salt[WEB_PUSH_SALT_BYTES];

	crypto_random(salt, sizeof(salt));
	do
		crypto_random(random, sizeof(random));
	while (!p256_key_make(&once, random));
	do
		crypto_random(random, sizeof(random));
	while (!p256_key_make(&own, random));
	if (!base64url_read(receiver.public_key, P256_PUBLIC_BYTES, argument[0]) ||
	    !base64url_read(receiver.auth, WEB_PUSH_AUTH_BYTES, argument[1]) ||
	    !web_push_seal(&body, &receiver, &once, salt, input, strlen(input),
			   WEB_PUSH_PLAIN_BYTES))
		return EXIT_FAILURE;
	text_add_string(&line, "{\"authorization\":\"");
	web_push_authorize(&line, &own, receiver.endpoint, "mailto:operator@pennon.example",
			   strtoimax(argument[3], NULL, 10));
	text_add_string(&line, "\",\"body\":\"");
	text_add_base64(&line, body.bytes, body.size);
	text_add_string(&line, "\"}\n");
	fputs(line.bytes, stdout);
	text_free(&line);
	text_free(&body);
	return EXIT_SUCCESS;
}

static int mail(char **argument)
{
	static const char picture[] = "\x89PNG\r\n\x1a\n and the rest of a picture";
	struct smtp_relay relay = {.url = argument[0], .from = argument[1]};
	struct smtp_sending sending;
	struct text bytes = TEXT_EMPTY;
	char *text = input + strlen(input) + 1;
	struct mail made = {
		.from = relay.from,
		.from_name = "Pennon, “übers Land”",
		.to = argument[2],
		.id = "notice-1",
		.thread = "game-1",
		.time_ms = INT64_C(1700000000000),
		.language = "de",
		.subject = input,
		.text = text,
		.html = text + strlen(text) + 1,
		.picture = picture,
		.picture_size = sizeof(picture) - 1,
		.stop_url = "https://pennon.example/v1/mail/stop/abc",
	};

	if (argument[3][0] && !smtp_read_credentials(&relay, argument[3]))
		return EXIT_FAILURE;
	if (!mail_write(&bytes, &made)) {
		puts("refused");
		return EXIT_SUCCESS;
	}
	CURL *handle = curl_easy_init();
	CURLcode result = smtp_begin(&sending, handle, &relay, made.to, bytes.bytes, bytes.size)
				  ? curl_easy_perform(handle)
				  : CURLE_OUT_OF_MEMORY;

	puts(result == CURLE_OK ? "sent" : curl_easy_strerror(result));
	curl_easy_cleanup(handle);
	smtp_end(&sending);
	text_free(&bytes);
	return EXIT_SUCCESS;
}

int main(int count, char **argument)
{
	if (count != 6 || !crypto_begin())
		return 2;
	fread(input, 1, sizeof(input) - 1, stdin);
	return strcmp(argument[1], "push") == 0 ? push(argument + 2) : mail(argument + 2);
}
