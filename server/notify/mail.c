/* Lines end with CR LF and have at most 78 characters (RFC 5322, 2.1.1); what is not ASCII is
 * quoted-printable in bodies and encoded words in headers (RFC 2045, RFC 2047), so the mail needs
 * no extension of SMTP. */

#include "notify/mail.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/base64.h"
#include "base/crypto.h"

enum {
	LINE_MAX_BYTES = 76, /* RFC 2045, 6.7 and 6.8 */
	WORD_MAX_BYTES = 42, /* so that an encoded word, base64, has at most 75 characters */
	BASE64_LINE_BYTES = LINE_MAX_BYTES / 4 * 3,
	BOUNDARY_BYTES = 40,
};

/* ---- what is let in ---- */

static bool is_letter_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The name before the @: atoms with dots between. */
static bool is_local(const char *from, size_t size)
{
	if (size == 0 || size > MAIL_LOCAL_MAX || from[0] == '.' || from[size - 1] == '.')
		return false;
	for (size_t i = 0; i < size; i++) {
		if (from[i] == '.' ? from[i - 1] == '.'
				   : !is_letter_or_digit(from[i]) &&
					     !strchr("!#$%&'*+-/=?^_`{|}~", from[i]))
			return false;
	}
	return true;
}

static bool is_host(const char *host)
{
	size_t label = 0, dots = 0;

	for (; *host; host++) {
		if (*host == '.') {
			if (label == 0 || host[-1] == '-')
				return false;
			label = 0;
			dots++;
		} else if (!is_letter_or_digit(*host) && (*host != '-' || label == 0)) {
			return false;
		} else if (++label > 63) {
			return false;
		}
	}
	return dots > 0 && label > 0 && host[-1] != '-';
}

bool mail_address_good(const char *address)
{
	const char *at = strrchr(address, '@');

	return at && strlen(address) < MAIL_ADDRESS_MAX &&
	       is_local(address, (size_t)(at - address)) && is_host(at + 1);
}

/* May it stand in a header? */
static bool is_line(const char *text)
{
	for (const char *at = text; *at; at++) {
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			return false;
	}
	return strlen(text) <= MAIL_HEADER_MAX;
}

/* An id, or a URL: what is written as it stands, without a blank or a bracket. */
static bool is_word(const char *text)
{
	return is_line(text) && text[0] && !strpbrk(text, " <>\"") &&
	       strspn(text, "!#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_"
			    "abcdefghijklmnopqrstuvwxyz~") == strlen(text);
}

static bool is_good(const struct mail *mail)
{
	return mail_address_good(mail->from) && mail_address_good(mail->to) && is_word(mail->id) &&
	       is_word(mail->language) && is_line(mail->subject) &&
	       (!mail->from_name || is_line(mail->from_name)) &&
	       (!mail->thread || is_word(mail->thread)) &&
	       (!mail->stop_url || is_word(mail->stop_url));
}

/* ---- headers ---- */

/* How many bytes of UTF-8 go into one encoded word: whole characters (RFC 2047, 5). */
static size_t word_size(const char *text)
{
	size_t size = strlen(text);

	if (size <= WORD_MAX_BYTES)
		return size;
	size = WORD_MAX_BYTES;
	while (size > 1 && ((unsigned char)text[size] & 0xc0) == 0x80)
		size--;
	return size;
}

/* Encoded words, each on a line of its own, whatever the text: what is read in it is text alone. */
static void add_words(struct text *out, const char *text)
{
	while (*text) {
		size_t size = word_size(text);

		text_add_string(out, "=?utf-8?B?");
		text_add_base64(out, text, size);
		text += size;
		text_add_string(out, *text ? "?=\r\n " : "?=");
	}
}

/* "Date: Fri, 21 Nov 1997 09:55:06 +0000" */
static void add_date(struct text *out, int64_t time_ms)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	time_t seconds = (time_t)(time_ms / 1000);
	struct tm date;

	gmtime_r(&seconds, &date);
	text_add_format(out, "Date: %.3s, %02d %.3s %04d %02d:%02d:%02d +0000\r\n",
			days + 3 * date.tm_wday, date.tm_mday, months + 3 * date.tm_mon,
			date.tm_year + 1900, date.tm_hour, date.tm_min, date.tm_sec);
}

static void add_headers(struct text *out, const struct mail *mail)
{
	const char *host = strrchr(mail->from, '@') + 1;

	text_add_string(out, "From: ");
	if (mail->from_name) {
		add_words(out, mail->from_name);
		text_add_string(out, "\r\n ");
	}
	text_add_format(out, "<%s>\r\nTo: <%s>\r\nSubject: ", mail->from, mail->to);
	add_words(out, mail->subject);
	text_add_string(out, "\r\n");
	add_date(out, mail->time_ms);
	text_add_format(out, "Message-ID: <%s@%s>\r\n", mail->id, host);
	if (mail->thread)
		text_add_format(out, "References: <%s@%s>\r\n", mail->thread, host);
	text_add_format(out, "Content-Language: %s\r\n", mail->language);
	/* RFC 3834: nobody's absence is to be told to a machine. */
	text_add_string(out, "Auto-Submitted: auto-generated\r\n");
	if (mail->stop_url)
		text_add_format(out,
				"List-Unsubscribe: <%s>\r\n"
				"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
				mail->stop_url);
	text_add_string(out, "MIME-Version: 1.0\r\n");
}

/* ---- bodies ---- */

/* Quoted-printable (RFC 2045, 6.7); a line that begins with a dot needs nothing here, SMTP sees to that. */
static void add_quoted(struct text *out, const char *text)
{
	size_t column = 0;

	for (; *text; text++) {
		unsigned char byte = (unsigned char)*text;
		const bool ends = text[1] == '\n' || text[1] == '\0';
		const bool plain =
			(byte >= ' ' && byte <= '~' && byte != '=') && !(byte == ' ' && ends);

		if (byte == '\n') {
			text_add_string(out, "\r\n");
			column = 0;
			continue;
		}
		if (column + (plain ? 1 : 3) > LINE_MAX_BYTES - 1) {
			text_add_string(out, "=\r\n");
			column = 0;
		}
		if (plain)
			text_add(out, text, 1);
		else
			text_add_format(out, "=%02X", byte);
		column += plain ? 1 : 3;
	}
	text_add_string(out, "\r\n");
}

static void add_text(struct text *out, const char *kind, const char *text)
{
	text_add_format(out,
			"Content-Type: text/%s; charset=utf-8\r\n"
			"Content-Transfer-Encoding: quoted-printable\r\n\r\n",
			kind);
	add_quoted(out, text);
}

static void add_picture(struct text *out, const struct mail *mail)
{
	const char *bytes = mail->picture;

	text_add_string(out, "Content-Type: image/png\r\n"
			     "Content-Transfer-Encoding: base64\r\n"
			     "Content-ID: <table>\r\n"
			     "Content-Disposition: inline; filename=\"table.png\"\r\n\r\n");
	for (size_t at = 0; at < mail->picture_size; at += BASE64_LINE_BYTES) {
		size_t rest = mail->picture_size - at;

		text_add_base64(out, bytes + at,
				rest < BASE64_LINE_BYTES ? rest : BASE64_LINE_BYTES);
		text_add_string(out, "\r\n");
	}
}

/* A line between parts that stands in none of them: a hash of the mail's own id. */
static void make_boundary(char out[BOUNDARY_BYTES], const struct mail *mail, char which)
{
	struct text hex = TEXT_EMPTY;
	uint8_t hash[CRYPTO_HASH_BYTES];

	crypto_sha256(hash, mail->id, strlen(mail->id));
	text_add_hex(&hex, hash, CRYPTO_HASH_BYTES / 2);
	/* "=_" stands in no quoted-printable and in no base64. */
	snprintf(out, BOUNDARY_BYTES, "=_%c%s", which, hex.bytes);
	text_free(&hex);
}

static void add_html(struct text *out, const struct mail *mail)
{
	char boundary[BOUNDARY_BYTES];

	if (!mail->picture) {
		add_text(out, "html", mail->html);
		return;
	}
	make_boundary(boundary, mail, 'r');
	text_add_format(
		out,
		"Content-Type: multipart/related; type=\"text/html\";\r\n boundary=\"%s\"\r\n\r\n--%s\r\n",
		boundary, boundary);
	add_text(out, "html", mail->html);
	text_add_format(out, "--%s\r\n", boundary);
	add_picture(out, mail);
	text_add_format(out, "--%s--\r\n", boundary);
}

bool mail_write(struct text *out, const struct mail *mail)
{
	char boundary[BOUNDARY_BYTES];

	if (!is_good(mail))
		return false;
	add_headers(out, mail);
	if (!mail->html) {
		add_text(out, "plain", mail->text);
		return true;
	}
	make_boundary(boundary, mail, 'a');
	text_add_format(out,
			"Content-Type: multipart/alternative;\r\n boundary=\"%s\"\r\n\r\n--%s\r\n",
			boundary, boundary);
	add_text(out, "plain", mail->text);
	text_add_format(out, "--%s\r\n", boundary);
	add_html(out, mail);
	text_add_format(out, "--%s--\r\n", boundary);
	return true;
}

void text_add_html(struct text *out, const char *string)
{
	for (; *string; string++) {
		switch (*string) {
		case '&':
			text_add_string(out, "&amp;");
			break;
		case '<':
			text_add_string(out, "&lt;");
			break;
		case '>':
			text_add_string(out, "&gt;");
			break;
		case '"':
			text_add_string(out, "&quot;");
			break;
		case '\'':
			text_add_string(out, "&#39;");
			break;
		default:
			text_add(out, string, 1);
		}
	}
}
