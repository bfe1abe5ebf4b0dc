#pragma once
/* How a unit stands, what stands about it, and walking: a part of b1.h, which includes it. */

#include "block.h"
#include "ground.h"
#include "plug.h"
#include "slide.h"

/* ---- how a unit stands, and walking (b1_path.c) ---- */

/* The shapes of one who stands so: a block, or its figures one by one. */
void b1_body_of(struct pn_body *out, const struct pn_game *view, const struct pn_stand *stand);

enum { B1_BOARD_EDGES = 4, B1_ANYWHERE = PN_BOARD_MAX + 1 };
enum {
	B1_OBSTACLES_MAX = PN_UNITS_MAX + PN_FIGURE_POSES_MAX + PN_TERRAIN_MAX + B1_BOARD_EDGES,
};

enum b1_walls {
	B1_WALLS_ALL,
	B1_WALLS_NO_ENEMIES,
	B1_WALLS_CHARGE, /* all, and what a charge may not cross (B1-69) */
};

/* Round all of the way that a body goes. */
struct pn_box b1_box_of(const struct pn_body *body, pn_vec way);

/* How a unit stands at the moment, and what of the scene that touches. */
struct b1_footing {
	bool is_known;
	struct pn_stand stand;
	struct pn_body body;
	bool in[PN_TERRAIN_MAX]; /* some of it is in that ground, by the scene's numbers */
	pn_len height;           /* of the ground under it */
	enum b1_stops {
		B1_STOPS_NOBODY,
		B1_STOPS, /* it never enters there */
		B1_BARS,  /* a charge may not (B1-69) */
	} ground[PN_TERRAIN_MAX];
};

/* What a unit may come to (b1_scene.c): others' bases, by id; behind them all the ground that is
 * near, of which only some stops it, and the edges of the board. All of it is cut once, and how
 * the unit lies to each is looked at once for all ways from where it stands. */
struct b1_scene {
	const struct pn_game *view;
	pn_unit_id id;
	enum b1_walls walls;
	bool on_road;         /* all of it on one piece */
	uint8_t ground_count; /* which pieces of terrain are near */
	uint8_t ground[PN_TERRAIN_MAX];
	struct pn_box ground_box[PN_TERRAIN_MAX];
	size_t base_count, edge_from, count;
	struct pn_shape shape[B1_OBSTACLES_MAX];
	pn_unit_id unit[B1_OBSTACLES_MAX]; /* whose base it is, or PN_NO_UNIT */
	struct pn_cuts cuts;               /* of all of them */
	struct b1_footing home, elsewhere; /* where it stood first; where it was last besides */
	const struct b1_footing *now;
	const struct b1_footing *slides_from; /* the footing that the slide belongs to; or NULL */
	struct pn_slide slide;
};

/* All that the unit can come to from where it is, in its formation, with that much of way; or
 * B1_ANYWHERE. */
void b1_look_round(struct b1_scene *out, const struct pn_game *view, pn_unit_id unit,
		   enum b1_walls walls, pn_len way);

/* The same of one who goes for an enemy that is named: of what it reaches at the same instant it
 * comes first. */
void b1_look_for(struct b1_scene *out, const struct pn_game *view, pn_unit_id unit,
		 pn_unit_id named, enum b1_walls walls, pn_len way);

/* How much more way that must be if the unit comes to stand in a larger formation; and by the
 * legs of a path. */
pn_len b1_more_way(const struct pn_unit *unit, struct pn_formation formation);
pn_len b1_more_way_on(const struct pn_game *view, pn_unit_id unit, const struct pn_path *path);

/* The unit stands so now: only the ground that stops it then is in its way. */
const struct b1_footing *b1_stand_so(struct b1_scene *scene, const struct pn_stand *stand);

/* Is shape `number` of the scene ground that a charge of the unit, as it stands now, may not
 * enter? */
bool b1_is_barred(const struct b1_scene *scene, size_t number);

/* How the unit as it stands now lies to all of the scene; NULL: it is not of one piece. */
struct pn_slide *b1_slide_of(struct b1_scene *scene);

/* One leg that was walked. */
struct b1_walked {
	struct pn_stand end;
	uint8_t kind;     /* enum pn_leg_kind */
	pn_angle heading; /* of an advance */
	pn_len length;    /* of the way */
	pn_len asked;     /* of which that is what it went */
	pn_len spent;     /* what it cost */
	pn_unit_id met;   /* an enemy that it ended at, or PN_NO_UNIT */
	bool met_friend;  /* or at one of its own: `friend` */
	pn_unit_id friend;
	bool barred;  /* it ended at ground that a charge may not enter */
	bool edge;    /* or at the board's edge */
	bool stopped; /* at anything: at shape `by` of the scene */
	uint16_t by;
	bool closed_barred; /* it entered ground that closed formation may not */
};

struct b1_walk {
	struct pn_verdict verdict; /* why the leg after the last was refused */
	uint8_t leg_count;
	struct b1_walked leg[PN_PATH_MAX];
	pn_len spent;
};

/* Walk legs from `stand` while the allowance pays for them. An advance that meets something
 * ends there and ends the walk; a leg that cannot be made at all is refused. */
struct b1_walk b1_walk_path(struct b1_scene *scene, const struct pn_stand *stand,
			    const struct pn_path *path, pn_len allowance);

/* Straight on from `stand` as far as the allowance pays for, or `most`. */
struct b1_walked b1_straight(struct b1_scene *scene, const struct pn_stand *stand, pn_angle heading,
			     pn_len most, pn_len allowance);

/* Tell a leg that was walked, in this manner if it is an advance. */
void b1_go_leg(struct pn_step *step, pn_unit_id unit, const struct b1_walked *walked,
	       enum pn_manner manner, pn_clause clause);

/* Break from closed into open formation without cost: in the same files, or in as many as
 * find room. Of a unit that is not closed nothing happens. */
void b1_open_out(struct pn_step *step, pn_unit_id unit, pn_clause clause);

/* How it would stand then. False: it is not closed, or finds no room. */
bool b1_opened(const struct pn_game *view, pn_unit_id unit, struct pn_stand *out);

/* The allowance that a path begins with: a third more if all of it lies on a road. */
bool b1_stands_on_road(const struct b1_scene *scene);
pn_len b1_road_range(const struct pn_unit *unit); /* of a charge on it */
pn_len b1_road(const struct pn_game *view, pn_unit_id unit, const struct pn_path *path,
	       pn_len allowance);

/* ---- ground along a straight way (b1_ground.c) ---- */

/* What the unit, as it stands now, goes over on so much of a way, at rates in sixths. */
void b1_ground_survey(struct pn_ground *out, struct b1_scene *scene, pn_angle heading,
		      pn_len length);

/* Can nobody of this unit's kind go there at all (Table 14)? */
bool b1_never_enters(const struct pn_unit *unit, uint8_t kind);

/* Is one who stands so closed, and in ground that closed formation may not enter, or led into
 * it by so much of the way? */
bool b1_ground_opens(struct b1_scene *scene, const struct pn_stand *stand, pn_angle heading,
		     pn_len length);

/* What a manoeuvre costs where the unit stands now, in sixths of its price on open ground. */
uint8_t b1_ground_underfoot(const struct b1_scene *scene);
