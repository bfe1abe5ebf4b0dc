/* Where bases touch: which figures fight, which stand in the way of a charge, what the least
 * is that it does to them, and how they are gone.
 *
 *	 b b b b b         The figures marked B block the chargers C: a step further
 *	   B B B           on these would overlap them. C kills them if even the worst
 *	  C C C C          roll would (B1-17), and goes on through the hole.
 */

#include "b1.h"
#include "common.h"
#include "flush.h"
#include "sweep.h"

enum {
	WORST_ROLL = 12, /* of 2d6: low totals do more (B1-74) */
	STEP = 100,      /* 1 mm: so far ahead a charger looks who is in its way */
	/* Damage is in tenths of a Hit Die and a creature in hundredths; both in thousandths: */
	OF_DAMAGE = 100,
	OF_CREATURE = 10,
};

struct pn_shape b1_base_of(const struct pn_game *view, const struct pn_unit *unit, uint16_t figure)
{
	if (unit->loose > 0)
		return pn_loose_base(pn_figure_pose(view, unit, figure), pn_unit_formation(unit));
	return pn_figure_base(unit->pose, pn_unit_formation(unit), figure);
}

/* ---- facings ---- */

/* How far outside an edge of a clockwise shape the nearest corner of the body lies: positive
 * if all of it is outside. */
static int64_t outside(const struct pn_shape *shape, uint8_t edge, const struct pn_shape *other)
{
	const pn_vec from = shape->point[edge];
	const pn_vec to = shape->point[(edge + 1) % shape->count];
	const int64_t length = pn_distance(from, to);
	int64_t least = INT64_MAX;

	for (uint8_t i = 0; i < other->count; i++) {
		int64_t cross = pn_cross(from, to, other->point[i]);

		least = cross < least ? cross : least;
	}
	return length > 0 ? least / length : INT64_MIN;
}

/* The edges outside which all of the body lies farthest: more than one where only corners touch. */
static uint16_t farthest_outside(const struct pn_shape *shape, const struct pn_shape *other)
{
	uint16_t edges = 0;
	int64_t most = INT64_MIN;

	for (uint8_t edge = 0; edge < shape->count; edge++) {
		const int64_t apart = outside(shape, edge, other);

		most = apart > most ? apart : most;
	}
	for (uint8_t edge = 0; edge < shape->count; edge++)
		if (outside(shape, edge, other) >= most - PN_TOUCH)
			edges |= (uint16_t)(1u << edge);
	return edges;
}

/* Edge 0 is the front, 1 the right side, the last the left; of several the one that its owner
 * would choose. */
static uint8_t facing_of_shape(const struct pn_shape *shape, const struct pn_shape *other)
{
	return pn_facing_of_edges(pn_edges_struck(shape, other, farthest_outside(shape, other)),
				  shape->count);
}

/* The facing of the target that the shape lies before, of the part of it that is nearest. */
static uint8_t b1_facing_of(const struct pn_game *view, pn_unit_id target,
			    const struct pn_body *body)
{
	struct pn_body struck;

	pn_unit_body(&struck, view, &view->unit[target]);
	for (uint8_t i = 0; i < struck.count; i++)
		for (uint8_t k = 0; k < body->count; k++)
			if (pn_shapes_touch(&struck.part[i], &body->part[k]))
				return facing_of_shape(&struck.part[i], &body->part[k]);
	return facing_of_shape(&struck.part[0], &body->part[0]);
}

uint8_t b1_touching(const struct pn_game *view, pn_unit_id id, pn_unit_id out[PN_UNITS_MAX])
{
	struct pn_body body;
	uint8_t count = 0;

	pn_unit_body(&body, view, &view->unit[id]);
	for (pn_unit_id i = 0; i < view->unit_count; i++) {
		struct pn_body other;

		if (!view->unit[i].on_board || view->unit[i].side == view->unit[id].side)
			continue;
		pn_unit_body(&other, view, &view->unit[i]);
		if (pn_bodies_touch(&body, &other))
			out[count++] = i;
	}
	return count;
}

bool b1_lies_ahead(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy, pn_angle heading)
{
	const pn_vec way = pn_along(heading, STEP);
	struct pn_body body;
	struct pn_body other;
	bool ahead = false;

	pn_unit_body(&body, view, &view->unit[id]);
	pn_unit_body(&other, view, &view->unit[enemy]);
	for (uint8_t i = 0; i < body.count; i++) {
		struct pn_sweep_first first;

		for (uint8_t k = 0; k < other.count; k++)
			if (pn_shape_distance_squared(&body.part[i], &other.part[k]).num == 0)
				return false;
		ahead |= pn_sweep_first(&body.part[i], way, other.part, other.count, &first);
	}
	return ahead;
}

/* B1-71. Where it is struck tells on the Attack Rating: in the rear, or where a shield does not
 * cover. */
static pn_clause clause_of(const struct pn_unit *struck, uint8_t facing, pn_clause clause)
{
	if (facing == PN_FACING_REAR || (facing == PN_FACING_RIGHT && pn_trait(struck, B1_SHIELD)))
		return PN_CLAUSE("B1-71");
	return clause;
}

void b1_strike(struct pn_step *step, pn_unit_id id, const pn_unit_id *enemy, uint8_t count,
	       bool benefits, pn_clause clause)
{
	const struct pn_game *game = step->game;
	struct pn_body body;

	pn_unit_body(&body, game, &game->unit[id]);
	for (uint8_t i = 0; i < count; i++) {
		const uint8_t facing = b1_facing_of(game, enemy[i], &body);

		if (pn_in_contact(game, id, enemy[i]))
			continue;
		pn_tell_contact(step, (struct pn_contact){id, enemy[i], facing, benefits},
				clause_of(&game->unit[enemy[i]], facing, clause));
	}
}

void b1_strike_all(struct pn_step *step, pn_unit_id id, bool benefits, pn_clause clause)
{
	pn_unit_id enemy[PN_UNITS_MAX];

	b1_strike(step, id, enemy, b1_touching(step->game, id, enemy), benefits, clause);
}

/* ---- who fights ---- */

/* Mark the figures of the unit that touch a marked figure of the enemy, too. */
static void mark_touching(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
			  const bool of[PN_FIGURES_MAX], bool out[PN_FIGURES_MAX])
{
	const struct pn_unit *unit = &view->unit[id];

	for (uint16_t k = 0; k < view->unit[enemy].figures; k++) {
		struct pn_shape foe;

		if (!of[k])
			continue;
		foe = b1_base_of(view, &view->unit[enemy], k);
		for (uint16_t i = 0; i < unit->figures; i++) {
			struct pn_shape base = b1_base_of(view, unit, i);

			if (!out[i])
				out[i] = pn_shapes_touch(&base, &foe) ||
					 pn_shapes_overlap(&base, &foe);
		}
	}
}

/* A closed unit has one more beside them on either side. */
static void mark_beside(const struct pn_unit *unit, bool fights[PN_FIGURES_MAX])
{
	uint16_t first = 0;
	uint16_t last = unit->files;

	while (first < unit->files && !fights[first])
		first++;
	while (last > first && !fights[last - 1])
		last--;
	if (first == unit->files)
		return;
	if (first > 0)
		fights[first - 1] = true;
	if (last < unit->files)
		fights[last] = true;
}

/* And behind each that touches, those whose weapons are long enough. */
static void mark_behind(const struct pn_unit *unit, const bool touch[PN_FIGURES_MAX],
			bool fights[PN_FIGURES_MAX])
{
	uint16_t ranks = pn_trait(unit, B1_PIKES) ? 2 : pn_trait(unit, B1_SPEARS) ? 1 : 0;

	for (uint16_t file = 0; file < unit->files; file++)
		for (uint16_t rank = 1; touch[file] && rank <= ranks; rank++)
			if (rank * unit->files + file < unit->figures)
				fights[rank * unit->files + file] = true;
}

/* Decides B1-76. Count the figures that touch, and those that fight besides. */
static int32_t count_fighting(const struct pn_unit *unit, const bool touch[PN_FIGURES_MAX])
{
	bool fights[PN_FIGURES_MAX];
	int32_t count = 0;

	memcpy(fights, touch, sizeof fights);
	if (b1_is_regular(unit) && unit->form == B1_CLOSED) {
		mark_beside(unit, fights);
		mark_behind(unit, touch, fights);
	}
	for (uint16_t i = 0; i < unit->figures; i++)
		count += fights[i];
	return count;
}

int32_t b1_fighting(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
		    const bool of[PN_FIGURES_MAX])
{
	bool touch[PN_FIGURES_MAX] = {false};

	mark_touching(view, id, enemy, of, touch);
	return count_fighting(&view->unit[id], touch);
}

/* ---- damage ---- */

static struct b1_attack attack_of(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
				  bool charges)
{
	const struct pn_unit *unit = &view->unit[id];
	const pn_unit_id commander = b1_commander_of(view, unit);
	struct pn_body body;
	struct b1_attack attack = {
		.open = !b1_is_individual(unit) && b1_formation(unit) != B1_CLOSED,
		.out_of_command = b1_is_out_of_command(unit),
		.commander = commander != PN_NO_UNIT && pn_in_contact(view, commander, enemy),
		.shield = pn_trait(&view->unit[enemy], B1_SHIELD),
	};

	pn_unit_body(&body, view, unit);
	attack.facing = b1_facing_of(view, enemy, &body);
	attack.charge = charges && b1_is_regular(unit) && b1_formation(unit) == B1_CLOSED;
	attack.mounted = (unit->class == B1_CAVALRY || unit->class == B1_CHARIOT) &&
			 !b1_spears_set(view, enemy, id);
	return attack;
}

/* What one figure does to the enemy with this roll, and what a figure of the enemy bears; in
 * thousandths of a Hit Die. */
static int64_t done_by_each(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
			    int32_t roll, bool charges)
{
	const struct pn_unit *unit = &view->unit[id];
	const struct b1_attack attack = attack_of(view, id, enemy, charges);
	const int32_t rating =
		b1_base_attack(pn_stat(unit, B1_THAC0), pn_stat(unit, B1_FIGURE_RATIO)) +
		b1_attack_modifier(&attack);

	return (int64_t)OF_DAMAGE *
	       b1_damage(rating - pn_stat(&view->unit[enemy], B1_ARMOUR_CLASS) + roll,
			 pn_stat(unit, B1_DAMAGE_DIE));
}

static int64_t borne_by_each(const struct pn_unit *foe)
{
	return (int64_t)pn_stat(foe, B1_HIT_DICE) * pn_stat(foe, B1_FIGURE_RATIO) * OF_CREATURE;
}

/* Decides B1-75. */
int32_t b1_kills(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy, int32_t figures,
		 int32_t roll, int32_t times, bool charges, bool *wound)
{
	const struct pn_unit *foe = &view->unit[enemy];
	const int64_t done = done_by_each(view, id, enemy, roll, charges) * figures * times;
	const int64_t bears = borne_by_each(foe);
	const int64_t killed = done / bears;

	if (wound)
		*wound = 4 * (done - killed * bears) >= bears;
	return killed < foe->figures ? (int32_t)killed : foe->figures;
}

/* Decides B1-73. */
bool b1_spears_set(const struct pn_game *view, pn_unit_id id, pn_unit_id charger)
{
	const struct pn_unit *unit = &view->unit[id];
	struct pn_body body;

	if ((!pn_trait(unit, B1_SPEARS) && !pn_trait(unit, B1_PIKES)) || unit->state == B1_ROUTED ||
	    unit->moved > 0 || !b1_is_regular(unit))
		return false;
	pn_unit_body(&body, view, &view->unit[charger]);
	return b1_facing_of(view, id, &body) == PN_FACING_FRONT;
}

/* ---- who is in the way, and gone ---- */

/* Decides B1-20. */
uint16_t b1_in_the_path(const struct pn_game *view, pn_unit_id id, pn_unit_id enemy,
			pn_angle heading, bool out[PN_FIGURES_MAX])
{
	const pn_vec walked = pn_along(heading, STEP);
	struct pn_body body;
	uint16_t count = 0;

	memset(out, 0, PN_FIGURES_MAX * sizeof out[0]);
	pn_unit_body(&body, view, &view->unit[id]);
	for (uint16_t k = 0; k < view->unit[enemy].figures; k++) {
		struct pn_shape foe = b1_base_of(view, &view->unit[enemy], k);

		for (uint8_t i = 0; i < body.count && !out[k]; i++) {
			struct pn_sweep_first first;

			out[k] = (pn_shapes_touch(&body.part[i], &foe) ||
				  pn_shapes_overlap(&body.part[i], &foe)) &&
				 pn_sweep_first(&body.part[i], walked, &foe, 1, &first);
		}
		count += out[k];
	}
	return count;
}

static int64_t common_divisor(int64_t a, int64_t b)
{
	while (b != 0) {
		const int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Decides B1-17. Its damage is spent once: each enemy takes of its figures as many, and as small a
 * part of one, as fell what stands in the path. All enemies are reached at once and all must fall,
 * so the sum counts, exactly, and who comes first makes no difference. */
bool b1_breaks_through(const struct pn_game *view, pn_unit_id id, const pn_unit_id *enemy,
		       uint8_t count, pn_angle heading)
{
	bool touch[PN_FIGURES_MAX] = {false};
	bool path[PN_FIGURES_MAX];
	pn_wide needed = 0; /* figures of the charger, times `parts` */
	int64_t parts = 1;  /* at most the least common multiple of a table's damages */

	for (uint8_t i = 0; i < count; i++) {
		const int64_t block = b1_in_the_path(view, id, enemy[i], heading, path);
		const int64_t each = done_by_each(view, id, enemy[i], WORST_ROLL, true);
		int64_t common;

		mark_touching(view, id, enemy[i], path, touch);
		if (block > 0 && each == 0)
			return false;
		if (block == 0)
			continue;
		common = common_divisor(parts, each);
		needed = needed * (each / common) +
			 block * borne_by_each(&view->unit[enemy[i]]) * (parts / common);
		parts *= each / common;
	}
	return needed <= (pn_wide)count_fighting(&view->unit[id], touch) * parts;
}

/* Each figure stands by itself from now on, where it stood in the block. */
static void break_block(struct pn_step *step, pn_unit_id id)
{
	const struct pn_unit *unit = &step->game->unit[id];
	pn_pose first = unit->pose;

	first.at =
		pn_ahead(first, 0, (unit->base_width - pn_frontage(pn_unit_formation(unit))) / 2);
	pn_emit(step, (struct pn_event){
			      .kind = PN_EVENT_REFORMED,
			      .clause = PN_CLAUSE("B1-20"),
			      .reformed = {id, PN_LEG_FORM, (uint8_t)unit->files,
					   (uint8_t)(unit->form + B1_HOLED), first, 0},
		      });
}

/* The last figures that live take the numbers of those that fell; nobody changes place. */
void b1_remove_figures(struct pn_step *step, pn_unit_id id, const bool which[PN_FIGURES_MAX],
		       pn_clause clause)
{
	const struct pn_unit *unit = &step->game->unit[id];
	uint16_t lost = 0;
	uint16_t last = unit->figures;

	for (uint16_t i = 0; i < unit->figures; i++)
		lost = (uint16_t)(lost + which[i]);
	if (lost < unit->figures && unit->loose == 0)
		break_block(step, id);
	for (uint16_t i = 0; lost < unit->figures && i < unit->figures - lost; i++) {
		if (!which[i])
			continue;
		do
			last--;
		while (which[last]);
		pn_emit(step, (struct pn_event){
				      .kind = PN_EVENT_FIGURE_MOVED,
				      .clause = PN_CLAUSE("B1-20"),
				      .figure_moved = {id, (uint8_t)i,
						       pn_figure_pose(step->game, unit, last)},
			      });
	}
	pn_tell_casualties(step, id, lost, clause);
	if (unit->figures == 0)
		pn_tell_removed(step, id, clause);
}
