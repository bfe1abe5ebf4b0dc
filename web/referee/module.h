#pragma once
/* The edge of the module. What is exported takes text that the page has put into
 * module_room() and gives text that lasts until the next question. */

#include <stddef.h>

#define MODULE_EXPORT(name) __attribute__((export_name(name)))
#define MODULE_IMPORT(name) __attribute__((import_module("page"), import_name(name)))

/* ---- of the page ---- */

/* How far something is that takes long. */
MODULE_IMPORT("tell") void module_tell(unsigned at, unsigned count);

/* Why the module ends here. */
MODULE_IMPORT("broken") void module_broken(const char *why);

/* ---- for the page ---- */

/* Room for `size` bytes of a question, with a NUL behind them; it is there until the next. */
char *module_room(size_t size);

/* {"rulesets":[{"id","revision"}]}: what this module plays. */
const char *module_rulesets(void);

/* Play the commands of a record (JSON Lines) through the rules again. Dice, salts and
 * commitments are taken as the record has them: whether they follow from its seed, and its
 * chains and signature, the page looks at by itself.
 *
 * {"commands","verdict":"right"}, {"reason","verdict":"unasked"} where the rules of the record
 * are not these, or {"clause","line","reason","verdict":"wrong"}: the first line that is wrong,
 * from 1, and the clause of what the rules say instead ("": of none). */
const char *module_judge(const char *record, size_t size);

/* Play a line: {"ruleset","muster","given"?,"begin"?,"steps"?,"previews"?}, the members as a
 * rule case has them (tests/cases/README.md), but for what is expected; "muster" is whole.
 *
 * {"sides","steps","views"}: how the beginning and each step came out, and the position at the
 * end. A step is {"dice","events","given","seen"}, `given` being how many of its dice the question
 * had, or {"refused"}, as previewAction refuses, and then it changed nothing. "sides" has of red,
 * blue and the umpire "actions" as listActions gives them, "way" if there is one, and of red and
 * blue "charges" (charges.h); "views" has getGame's object for each viewer. Where the muster is
 * refused there is "steps" alone. With "previews", a list of {"side","do"}, only {"previews"}: of
 * each what previewAction says at the end of the line. {"wrong":{"detail","pointer"}}: the
 * question is. */
const char *module_play(const char *question, size_t size);

/* Follow a running game: lines that end in LF, a record's header with its viewer, and behind it the
 * events that this viewer has, each as listEvents gives it but without "hash". {"seq"}: the number
 * of the last; {"wrong":{"detail","pointer"}}: the lines are, and no game is followed. */
const char *module_follow(const char *lines, size_t size);

/* What previewAction says of a command to the viewer of the game that is followed, as they know it.
 * {"wrong":{"detail","pointer"}}: it is no command, or no game is followed. */
const char *module_foretell(const char *command, size_t size);

/* What the practice opponent does: a digit, its strength, 1 to 3; a line feed; and what the side that
 * it plays was told, in lines as module_follow() takes them, which this does not follow.
 *
 * {"do"}, a command as `act` takes it; {"nothing":true}, where nothing is asked of that side; or
 * {"wrong"}: the question is. */
const char *module_choose(const char *question, size_t size);
