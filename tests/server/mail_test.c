/* Addresses that may be written to, and what gets into no header. What npm's mailparser reads of a
 * mail is in tests/notify/notices.mjs. */

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "notify/mail.h"
#include "notify/smtp.h"

Test(mail, addresses)
{
	static const char *const good[] = {"anna@club.example", "a.b+c@x.y.example",
					   "o'neil@club-2.example", "!#$%&'*+-/=?^_`{|}~@a.b",
					   "A@1.example"};
	static const char *const bad[] = {"",
					  "@",
					  "anna",
					  "@club.example",
					  "anna@",
					  "anna@club",
					  "an na@club.example",
					  "anna@club.example ",
					  "<anna@club.example>",
					  "\"an na\"@club.example",
					  ".a@b.c",
					  "a.@b.c",
					  "a..b@c.d",
					  "a@b..c",
					  "a@.b.c",
					  "a@b.c.",
					  "a@-b.c",
					  "a@b-.c",
					  "a@b.c-",
					  "a@[127.0.0.1]",
					  "a@b@c.d",
					  "a,b@c.d",
					  "a@b.c\r\nX: y",
					  "a\n@b.c",
					  "a@b_c.d",
					  "\xc3\xa4@b.c",
					  "a@\xc3\xa4.c",
					  "a(b)@c.d"};
	char long_one[MAIL_ADDRESS_MAX + 64];

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		cr_expect(mail_address_good(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_not(mail_address_good(bad[i]), "%s", bad[i]);
	snprintf(long_one, sizeof(long_one), "%.*s@b.c", MAIL_LOCAL_MAX, good[0]);
	memset(long_one, 'x', MAIL_LOCAL_MAX);
	memcpy(long_one + MAIL_LOCAL_MAX, "@b.c", 5);
	cr_expect(mail_address_good(long_one));
	memmove(long_one + 1, long_one, strlen(long_one) + 1);
	cr_expect_not(mail_address_good(long_one), "65 before the @");
	for (size_t i = 0; i < sizeof(long_one) - 1; i++)
		long_one[i] = i % 2 ? '.' : 'x';
	memcpy(long_one, "x@", 2);
	long_one[MAIL_ADDRESS_MAX] = '\0';
	cr_expect_not(mail_address_good(long_one), "255 in all");
	long_one[MAIL_ADDRESS_MAX - 2] = '\0';
	cr_expect(mail_address_good(long_one));
}

Test(mail, nothing_is_added_when_a_header_is_not_good)
{
	const struct mail fine = {.from = "table@pennon.example",
				  .to = "anna@club.example",
				  .id = "one",
				  .language = "en",
				  .subject = "Your turn",
				  .text = "text\n"};
	struct mail mail[] = {fine, fine, fine, fine, fine, fine, fine};
	char long_one[MAIL_HEADER_MAX + 2];
	struct text out = TEXT_EMPTY;

	memset(long_one, 'x', sizeof(long_one));
	long_one[sizeof(long_one) - 1] = '\0';
	mail[0].subject = "a\r\nBcc: x@y.z";
	mail[1].id = "a>\r\n";
	mail[2].from_name = "a\nb";
	mail[3].stop_url = "https://x.example/> <y";
	mail[4].thread = "a b";
	mail[5].subject = long_one;
	mail[6].language = "";
	for (size_t i = 0; i < sizeof(mail) / sizeof(mail[0]); i++) {
		cr_expect_not(mail_write(&out, &mail[i]), "%zu", i);
		cr_expect_eq(out.size, 0);
	}
	cr_assert(mail_write(&out, &fine));
	cr_expect(strstr(out.bytes, "\r\n\r\ntext\r\n"));
	cr_expect_not(strstr(out.bytes, "List-Unsubscribe"));
	text_free(&out);
}

Test(mail, names_stay_text_in_html)
{
	struct text out = TEXT_EMPTY;

	text_add_html(&out, "<b onclick=\"x\"> & 'y' ä");
	cr_expect_str_eq(out.bytes, "&lt;b onclick=&quot;x&quot;&gt; &amp; &#39;y&#39; ä");
	text_free(&out);
}

Test(smtp, relays_and_credentials)
{
	struct smtp_relay relay = {0};
	char file[] = P_tmpdir "/pennon-credentials-XXXXXX";
	int descriptor = mkstemp(file);

	cr_expect(smtp_url_good("smtps://relay.example"));
	cr_expect(smtp_url_good("smtp://[::1]:2525"));
	cr_expect_not(smtp_url_good("smtp://"));
	cr_expect_not(smtp_url_good("https://relay.example"));
	cr_expect_not(smtp_url_good("smtps://user:word@relay.example"));
	cr_expect_not(smtp_url_good("smtps://relay.example/x"));
	cr_assert(dprintf(descriptor, "anna@club.example:a:b c\r\n") > 0);
	cr_assert(smtp_read_credentials(&relay, file));
	cr_expect_str_eq(relay.user, "anna@club.example");
	cr_expect_str_eq(relay.password, "a:b c");
	cr_assert(ftruncate(descriptor, 4) == 0);
	cr_expect_not(smtp_read_credentials(&relay, file), "no colon");
	close(descriptor);
	unlink(file);
	cr_expect_not(smtp_read_credentials(&relay, file), "no file");
}
