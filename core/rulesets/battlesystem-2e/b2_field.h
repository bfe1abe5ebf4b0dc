#pragma once
/* Sight between units: what is asked of many units in one state, made once for all of it.
 *
 * A field is a scratch area of its caller: it borrows the view, and is thrown away with it. */

#include "b2.h"
#include "sight.h"

enum { B2_COVERS = 4 };

/* All that hides in one state, for looks between any two units: who stands where, and how high. No
 * answer depends on whether it was built. */
struct b2_hidings {
	pn_len ground[PN_UNITS_MAX];           /* the height that each unit stands on */
	uint32_t hills[PN_UNITS_MAX];          /* those under it: bit i for piece i of ground */
	uint32_t hill_of[PN_SIGHT_PIECES_MAX]; /* by blocker of the scene: its bit, if it is one */
	struct pn_sight_scene scene;
	/* Pieces that each hid a whole target, the last one first: they are asked about first. */
	uint16_t covers;
	uint16_t cover[B2_COVERS];
};

_Static_assert(PN_TERRAIN_MAX <= 32, "a bit each");

struct b2_field {
	const struct pn_game *view;              /* borrowed */
	struct pn_shape footprint[PN_UNITS_MAX]; /* of skirmishers a shape that holds them all */
	struct pn_box box[PN_UNITS_MAX];         /* about each of these */
	pn_unit_id as_footprint;                 /* of this unit it is all that counts */
	pn_unit_id moved;                        /* this one has moved since they were built */
	struct b2_hidings *hidings;              /* borrowed; NULL: not built */
};

/* Look at who stands where, once for many questions about one state. */
void b2_field_survey(struct b2_field *field, const struct pn_game *view);

/* Build what hides in a scratch area, where many looks are to come: it costs as much as a dozen.
 * Beyond the limits of a scene nothing is built, and each look gathers for itself. */
void b2_field_build(struct b2_field *field, struct b2_hidings *scratch);

/* Does any figure of the front rank see the target (B2-15, B2-131)? If a unit has moved since, it is
 * one of the two. */
bool b2_sees_on(const struct b2_field *field, pn_unit_id unit, pn_unit_id target);

/* Could the unit see any part of the shape, if it were the target's (B2-15)? */
bool b2_could_see(const struct b2_field *field, pn_unit_id unit, pn_unit_id target,
		  const struct pn_shape *shape);

/* Is the target an enemy on the board that the front rank sees (B2-15)? */
struct pn_verdict b2_check_target_on(const struct b2_field *field, pn_unit_id unit,
				     pn_unit_id target);
