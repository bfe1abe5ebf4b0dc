/* Cairo's SVG made fit to be sent. It numbers its surfaces through the life of the process, so
 * the same picture would differ from one time to the next; and it writes styles, which a
 * content security policy without "unsafe-inline" switches off. Both stand in attributes of
 * known form: id="surface5" goes, style="a:b;c:d;" becomes a="b" c="d". Of its six digits
 * behind the point two are kept: a hundredth of a pixel is finer than anybody sees. */

#include <string.h>

#include "picture/canvas.h"

/* Append bytes; of each number two digits behind the point. */
static void add_numbers(struct text *out, const char *from, const char *end)
{
	while (from < end) {
		size_t size = 1, digits = 0;

		while (from + size < end && from[size - 1] != '.')
			size++;
		text_add(out, from, size);
		if (from[size - 1] == '.') {
			while (from + size + digits < end && from[size + digits] >= '0' &&
			       from[size + digits] <= '9')
				digits++;
			text_add(out, from + size, digits < 2 ? digits : 2);
		}
		from += size + digits;
	}
}

/* a:b;c:d; as attributes. */
static void add_style(struct text *out, const char *style, const char *end)
{
	while (style < end) {
		const char *colon = memchr(style, ':', (size_t)(end - style));
		const char *semicolon = memchr(style, ';', (size_t)(end - style));

		if (!semicolon)
			semicolon = end;
		if (!colon || colon > semicolon)
			return;
		text_add_string(out, " ");
		text_add(out, style, (size_t)(colon - style));
		text_add_string(out, "=\"");
		add_numbers(out, colon + 1, semicolon);
		text_add_string(out, "\"");
		style = semicolon + 1;
	}
}

static void add_escaped(struct text *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<')
			text_add_string(out, "&lt;");
		else if (*text == '&')
			text_add_string(out, "&amp;");
		else
			text_add(out, text, 1);
	}
}

/* One of the two attributes at `at`? Then what comes after it, and what stands in it. */
static const char *value_of(const char *at, const char *attribute, const char **end)
{
	size_t size = strlen(attribute);

	if (strncmp(at, attribute, size) != 0)
		return NULL;
	*end = strchr(at + size, '"');
	return *end ? at + size : NULL;
}

void svg_tidy(struct text *out, const struct text *raw, const char *title)
{
	const char *at = raw->bytes, *end = NULL, *value;
	bool has_title = false;

	while (*at) {
		size_t plain = strcspn(at, " >");

		add_numbers(out, at, at + plain);
		at += plain;
		if ((value = value_of(at, " style=\"", &end))) {
			add_style(out, value, end);
			at = end + 1;
		} else if (value_of(at, " id=\"surface", &end)) {
			at = end + 1;
		} else if (*at) {
			text_add(out, at++, 1);
			/* The second '>' ends the opening tag, the first the declaration. */
			if (!has_title && at[-1] == '>' && strstr(out->bytes, "<svg")) {
				text_add_string(out, "<title>");
				add_escaped(out, title);
				text_add_string(out, "</title>");
				has_title = true;
			}
		}
	}
}
