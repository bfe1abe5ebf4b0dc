#pragma once
/* Chainmail: how a unit stands and goes, what is in its way, and the paths that it walks or
 * charges. Nothing outside this folder includes this header. */

#include "block.h"
#include "obstacles.h"
#include "plug.h"
#include "sweep.h"

/* ---- what is in the way (ch_ground.c) ---- */

enum ch_stop { CH_FREE, CH_ENEMY, CH_FRIEND, CH_GROUND, CH_BANK, CH_BROOK, CH_EDGE };

/* A straight move as far as it gets. */
struct ch_way {
	pn_pose end;
	pn_angle heading;
	pn_len length;
	pn_len asked;      /* of which that is what it went */
	pn_len spent;      /* with what streams cost */
	pn_unit_id met;    /* who stopped it, or PN_NO_UNIT */
	uint8_t stop;      /* enum ch_stop */
	uint8_t facing;    /* of `met` that was struck: enum pn_facing */
	uint16_t obstacle; /* that stopped it, of those that were asked about */
	uint8_t piece;     /* of terrain that stopped it */
	pn_clause clause;  /* why what stopped it does */
	bool uphill;
};

enum ch_gait {
	CH_MARCHING, /* a normal move */
	CH_CHARGING, /* ground that bars charges bars it (CH-75, CH-76) */
	CH_FLEEING,
};

/* `obstacle` of a way that ended at a hill on which the unit stood with a part of it. */
enum { CH_ACROSS = UINT16_MAX };

struct ch_obstacles {
	bool charging;
	uint32_t across; /* hills on which the unit stands with a part of it: bit i for piece i */
	uint16_t count;
	struct pn_shape shape[PN_OBSTACLES_MAX];
	pn_unit_id unit[PN_OBSTACLES_MAX];
	uint8_t stop[PN_OBSTACLES_MAX];
	uint8_t piece[PN_OBSTACLES_MAX];
	pn_clause clause[PN_OBSTACLES_MAX];
};

/* What is in a unit's way when it goes from that stand at a gait, in the order of ties
 * (instant.h): `target` comes first, or nobody (PN_NO_UNIT). */
void ch_gather(struct ch_obstacles *out, const struct pn_game *view, pn_unit_id unit,
	       pn_unit_id target, const struct pn_stand *stand, enum ch_gait gait);

/* Straight on, at most `length` and at most `budget` with what streams on the way cost. */
struct ch_way ch_straight(const struct ch_obstacles *obstacles, const struct pn_game *view,
			  pn_unit_id unit, const struct pn_stand *stand, pn_angle heading,
			  pn_len length, pn_len budget);

/* The same among all that there is. */
struct ch_way ch_go(const struct pn_game *view, pn_unit_id unit, const struct pn_stand *stand,
		    enum ch_gait gait, pn_angle heading, pn_len length, pn_len budget);

/* CH-78. Does a way of that length lead onto a hill? */
bool ch_goes_up(const struct pn_game *view, const struct pn_stand *stand, pn_angle heading,
		pn_len length);

/* CH-75. Does the front of a unit that stands so stand on the hill? (ch_hill.c) */
bool ch_front_is_on(const struct pn_game *view, const struct pn_stand *stand,
		    const struct pn_terrain *hill);

/* CH-75. How far a unit goes that stands on the hill with a part of it, before a figure of its front
 * that does not stand on it is led onto it; `length` if none is. */
pn_len ch_climbs_at(const struct pn_game *view, const struct pn_stand *stand, pn_angle heading,
		    pn_len length, const struct pn_terrain *hill);

/* Only the ground is left in its way. */
void ch_leave_out_units(struct ch_obstacles *obstacles);

/* The best side of those that a contact is on, for the unit that is struck. */
uint8_t ch_side_struck(const struct pn_unit *unit, uint16_t edges);

/* Does the unit, which stood at `from`, have room there? */
struct pn_verdict ch_has_room(const struct pn_game *view, pn_unit_id unit,
			      const struct pn_stand *from, const struct pn_stand *stand);

/* CH-77. The way straight across the river at whose bank the unit stands, its whole move;
 * false: it stands at none, or cannot. */
bool ch_find_crossing(const struct pn_game *view, pn_unit_id unit, const struct pn_stand *stand,
		      struct ch_way *out);

/* CH-77. It halts at a bank, or leaves it. */
void ch_note_bank(struct pn_step *step, pn_unit_id unit, const struct ch_way *way);

/* Is the middle of its front on a road? */
bool ch_on_road(const struct pn_game *view, pn_vec at);

/* ---- paths (ch_path.c) ---- */

struct ch_walked {
	struct ch_way way;
	struct pn_stand stand; /* after it */
	uint8_t kind;          /* enum pn_leg_kind */
	uint8_t faced;         /* a charge of foot that curves: how it faces first, or
				* PN_FACING_FRONT (CH-04) */
	struct pn_stand after_face;
};

struct ch_walk {
	struct pn_verdict verdict;
	uint8_t count;
	struct ch_walked walked[PN_PATH_MAX];
	pn_len spent;
	pn_unit_id met; /* an enemy that ended it */
};

/* CH-45. How long a path may be at that gait; with all of it on a road the road's bonus counts. */
pn_len ch_allowance(const struct pn_game *view, const struct pn_unit *unit,
		    const struct pn_path *path, enum ch_gait gait);

/* A path walked at a normal move, or charged; `target` of a charge, else PN_NO_UNIT. */
void ch_walk(struct ch_walk *out, const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
	     const struct pn_path *path, enum ch_gait gait);

/* Tell what was walked. */
void ch_tell_walk(struct pn_step *step, pn_unit_id unit, const struct ch_walk *walk,
		  enum pn_manner manner, pn_clause clause);

/* The unit has made a normal move, into contact if it met an enemy. */
void ch_march(struct pn_step *step, pn_unit_id unit, const struct ch_walk *walk,
	      enum pn_manner manner, pn_clause clause);

/* The side of a block that looks so many 65536ths of a turn off its front, enum pn_facing; of
 * two the one nearer to the front. */
uint8_t ch_side_towards(int32_t by);

/* The block that faces another way: figures turn on the spot; the same if it is its front. */
struct pn_stand ch_faced(struct pn_stand stand, uint8_t to);
void ch_tell_face(struct pn_step *step, pn_unit_id unit, const struct pn_stand *stand, pn_len spent,
		  pn_clause clause);

/* So many quarters to the right has its charge turned from the front it began with; one more
 * side of the block has become its front. */
uint8_t ch_quarters(const struct pn_unit *unit);
void ch_count_quarters(struct pn_step *step, pn_unit_id unit, uint8_t faced, pn_clause clause);

/* CH-G1. The straight charge of the unit at the target, within its charge move; its
 * verdict says why there is none. */
void ch_find_charge(const struct pn_game *view, pn_unit_id unit, pn_unit_id target,
		    struct ch_walk *out);

/* The heading of the shortest way to the target within 45 degrees of its front, however
 * long; false: it meets it on none. */
bool ch_aim(const struct pn_game *view, pn_unit_id unit, pn_unit_id target, pn_angle *heading);
