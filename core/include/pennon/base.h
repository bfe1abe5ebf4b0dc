#pragma once
/* What every part of the core stands on: units of measure, limits, the assert
 * hook, refusals.
 *
 * The core is a function. It knows no clock, no file, no network, no heap and
 * no floating point; the only symbols it takes from outside are the memory and
 * string primitives and pn_assert_failed(). A test proves it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A length in hundredths of a millimetre: 1 inch = 2540, 25 mm = 2500. */
typedef int32_t pn_len;

/* An angle in 65536ths of a turn, clockwise from +y (north): 45 degrees = 8192. */
typedef uint16_t pn_angle;

/* The place of a unit in its game: 0 to PN_UNITS_MAX - 1. The wire calls them
 * r1, r2, ... b1, b2, ... in muster order, red first; "the lower unit" means
 * this order. */
typedef uint8_t pn_unit_id;

/* One of the two players, or one of the three who may look on. */
typedef uint8_t pn_side;

enum {
	PN_RED = 0,
	PN_BLUE = 1,
	PN_PUBLIC = 2, /* spectators, and the umpire; never owes a decision */
	PN_NO_SIDE = 3,
	PN_SIDES = 2,
	PN_VIEWERS = 3,
};

/* The viewers that may see an event: one bit each. */
enum {
	PN_SEEN_BY_RED = 1 << PN_RED,
	PN_SEEN_BY_BLUE = 1 << PN_BLUE,
	PN_SEEN_BY_PUBLIC = 1 << PN_PUBLIC,
	PN_SEEN_BY_ALL = PN_SEEN_BY_RED | PN_SEEN_BY_BLUE | PN_SEEN_BY_PUBLIC,
};

#define PN_INCH 2540
#define PN_TURN_HALF 32768
#define PN_DEGREES_45 8192
#define PN_DEGREES_90 16384

/* Two footprints touch when they are at most this far apart or overlap by no
 * more; they overlap only beyond it. Poses and corners are rounded to 0.01 mm,
 * so anything stricter fails for one contact in six. */
#define PN_TOUCH 5

/* Limits. Each is checked before it is passed, and past it there is an answer. */
enum {
	PN_UNITS_MAX = 80,
	PN_SIDE_UNITS_MAX = 40,
	PN_NO_UNIT = 255,
	PN_FIGURES_MAX = 200, /* figures in one unit */
	PN_TERRAIN_MAX = 24,
	PN_TERRAIN_POINTS_MAX = 16,
	PN_PATH_MAX = 8, /* legs of one move */
	PN_PENDING_MAX = 16,
	PN_NAME_BYTES = 161, /* 160 of UTF-8, with the NUL */
	PN_ID_BYTES = 24,
	PN_CLAUSE_BYTES = 8,
	PN_BOARD_MAX = 1000 * PN_INCH / 4, /* 250 inches, along either edge */
};

/* The number of one clause of a rule book or of our own ("B2-21", "PN-03"). */
typedef struct {
	char text[PN_CLAUSE_BYTES];
} pn_clause;

/* A clause literal. Asserted to fit where it is made. */
#define PN_CLAUSE(literal) ((pn_clause){literal})

/* Called by pn_assert when the program itself is wrong, never for bad input.
 * The caller of the core provides it. It must not return: the server leaves by
 * longjmp to its writer, tests and tools abort. */
_Noreturn void pn_assert_failed(const char *condition, const char *file, int line);

#define pn_assert(condition) \
	((condition) ? (void)0 : pn_assert_failed(#condition, __FILE__, __LINE__))
