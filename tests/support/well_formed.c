#include "well_formed.h"

#include <string.h>

enum { DEPTH_MAX = 16, ATTRIBUTES_MAX = 32 };

struct name {
	const char *at;
	size_t size;
};

static const char name_end[] = " \t\n/>=\"'<&";

static bool is_same(struct name a, struct name b)
{
	return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static struct name take_name(const char **at)
{
	struct name name = {*at, strcspn(*at, name_end)};

	*at += name.size;
	return name;
}

static bool is_entity(const char *at)
{
	static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "&#"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strncmp(at, known[i], strlen(known[i])) == 0)
			return true;
	}
	return false;
}

/* Text up to `end`, which stands behind it. */
static bool skip_text(const char **at, char end)
{
	for (; **at && **at != end; (*at)++) {
		if (**at == '<' || (**at == '&' && !is_entity(*at)) ||
		    ((unsigned char)**at < ' ' && !strchr("\t\n\r", **at)))
			return false;
	}
	return true;
}

static bool take_attributes(const char **at)
{
	struct name seen[ATTRIBUTES_MAX];
	int count = 0;

	while (**at == ' ' || **at == '\n') {
		*at += strspn(*at, " \n\t");
		if (strchr("/>?", **at))
			return true;
		struct name name = take_name(at);
		if (name.size == 0 || strncmp(*at, "=\"", 2) != 0 || count == ATTRIBUTES_MAX)
			return false;
		for (int i = 0; i < count; i++) {
			if (is_same(seen[i], name))
				return false;
		}
		seen[count++] = name;
		*at += 2;
		if (!skip_text(at, '"') || **at != '"')
			return false;
		(*at)++;
	}
	return true;
}

/* One tag, after its '<'. */
static bool take_tag(const char **at, struct name *open, int *depth)
{
	bool closes = **at == '/';

	*at += closes;
	struct name name = take_name(at);
	if (name.size == 0)
		return false;
	if (closes) {
		if (*depth == 0 || !is_same(open[--*depth], name))
			return false;
		return *(*at)++ == '>';
	}
	if (!take_attributes(at) || *depth == DEPTH_MAX)
		return false;
	if (**at == '/')
		(*at)++;
	else
		open[(*depth)++] = name;
	return *(*at)++ == '>';
}

bool is_well_formed(const char *xml, const char **why)
{
	struct name open[DEPTH_MAX];
	int depth = 0, roots = 0;
	const char *at = xml;

	if (strncmp(at, "<?xml ", 6) == 0)
		at = strstr(at, "?>") ? strstr(at, "?>") + 2 : "";
	while (*at) {
		*why = at;
		if (*at == '<') {
			roots += depth == 0;
			at++;
			if (!take_tag(&at, open, &depth))
				return false;
		} else if (!skip_text(&at, '<') || (depth == 0 && strspn(*why, " \n") == 0)) {
			return false;
		}
	}
	*why = at;
	return depth == 0 && roots == 1;
}
