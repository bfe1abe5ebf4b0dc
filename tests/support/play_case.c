#include "play_case.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_muster.h"
#include "codec/codec.h"
#include "codec/json.h"

enum { PATH_BYTES = 1024 };

static json_t *defaults;
static json_t *cases; /* of all files of the folder */

static _Noreturn void die(const char *what, const char *path)
{
	fprintf(stderr, "%s: %s\n", path, what);
	exit(EXIT_FAILURE);
}

static json_t *load(const char *path)
{
	json_t *document = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);

	if (!document)
		die("is no JSON", path);
	return document;
}

/* In the order of their names: what is played follows from the seed alone. */
static int ends_in_json(const struct dirent *entry)
{
	const size_t length = strlen(entry->d_name);

	return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static void add_file(const char *folder, const char *name)
{
	char path[2 * PATH_BYTES];
	json_t *document;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	document = load(path);
	if (json_is_array(document))
		json_array_extend(cases, document);
	else
		json_array_append(cases, document);
	json_decref(document);
}

size_t play_cases_load(const char *root, const char *folder)
{
	char path[PATH_BYTES];
	struct dirent **entry;
	int count;

	json_decref(defaults);
	json_decref(cases);
	snprintf(path, sizeof path, "%s/defaults.json", root);
	defaults = load(path);
	cases = json_array();
	snprintf(path, sizeof path, "%s/%s", root, folder);
	count = scandir(path, &entry, ends_in_json, alphasort);
	if (count < 0)
		die("cannot be read", path);
	for (int i = 0; i < count; i++) {
		add_file(path, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	if (json_array_size(cases) > PLAY_CASES_MAX)
		die("holds too many cases", path);
	return json_array_size(cases);
}

bool play_case_claims(size_t number, const char *clause)
{
	const json_t *claimed = json_object_get(json_array_get(cases, number), "clauses");
	const json_t *one;
	size_t i;

	json_array_foreach(claimed, i,
			   one) if (strcmp(json_string_value(one), clause) == 0) return true;
	return false;
}

/* The muster of a case, if it can be played. */
static bool read_muster(struct pn_muster *muster, uint8_t ruleset, const json_t *document)
{
	static struct pn_game probe;
	struct codec_error error;
	const char *id = json_string_value(json_object_get(document, "ruleset"));
	json_t *object = case_muster(document, json_object_get(defaults, id));
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	bool good = text && codec_muster_decode(muster, ruleset, text, strlen(text), &error) &&
		    pn_setup(&probe, ruleset, muster).code == PN_MUSTER_NONE;

	free(text);
	json_decref(object);
	return good;
}

bool play_begin_case(struct play *play, uint8_t ruleset, size_t number, uint64_t seed)
{
	static struct pn_arrangement arrangement;
	const json_t *document = json_array_get(cases, number);
	const json_t *given = json_object_get(document, "given");
	struct codec_error error;
	struct json_in in = json_in_begin(&error);
	struct pn_muster muster;

	if (!read_muster(&muster, ruleset, document) || json_object_get(given, "secret"))
		return false;
	if (!given) {
		play_begin(play, ruleset, &muster, seed);
		return true;
	}
	if (pn_setup(&play->start, ruleset, &muster).code != PN_MUSTER_NONE ||
	    !codec_arrangement_read(&arrangement, &play->start, &in, given))
		return false;
	if (!arrangement.has_turn) {
		arrangement.has_turn = true;
		arrangement.turn = 1;
	}
	return play_begin_arranged(play, ruleset, &muster, &arrangement, seed);
}
