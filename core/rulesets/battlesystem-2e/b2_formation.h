#pragma once
/* Formations: what each may do, and skirmishers figure by figure. */

#include "b2.h"

/* ---- formations (b2_formation.c) ---- */

/* B2-115. Is the block no more than 3 figures and 3 inches wide? */
bool b2_fits_column(struct pn_formation formation);

/* B2-120. May one who stands so take up the form? `formed` becomes how it stands then. */
struct pn_verdict b2_check_form(const struct pn_game *view, const struct pn_stand *stand,
				uint8_t form, struct pn_stand *formed);

/* B2-116. Do its figures face different ways, so that it cannot move across the board? */
bool b2_stands_fast(const struct pn_unit *unit);

/* B2-116. A square that flees is none any more. */
void b2_break_square(struct pn_step *step, pn_unit_id unit);

/* What a change to the form costs one who stands so. */
pn_len b2_form_cost(const struct pn_game *view, const struct pn_stand *stand, uint8_t form);

/* B2-G3. What keeps 3 inches round a footprint: its sides that far out, its corners
 * rounded by chords outside the true arc. */
struct pn_shape b2_kept_off(const struct pn_shape *footprint);

/* More that a muster must satisfy. */
struct pn_muster_fault b2_check_muster(const struct pn_muster *muster, uint8_t index);

/* ---- skirmishers (b2_skirmish.c) ---- */

/* B2-121. Does each figure stand half an inch to an inch from another, and none nearer? Who
 * is alone stands well. */
bool b2_is_spaced(const struct pn_body *body);

/* B2-121. At the end of a movement step: skirmishers of the side that do not are routed. */
void b2_rout_ill_spaced(struct pn_step *step, pn_side side);

/* The leg on which single figures are sent somewhere. `path` has their places. */
struct pn_verdict b2_walk_figures(const struct pn_game *view, pn_unit_id unit,
				  const struct pn_path *path, pn_len allowance,
				  enum b2_ignore ignore, struct b2_walked *out);

/* Tell such a leg. */
void b2_go_figures(struct pn_step *step, pn_unit_id unit, const struct pn_path *path);

/* Append presets for skirmishers: closing up, wider, narrower, facing elsewhere. */
void b2_list_figures(const struct pn_game *view, pn_unit_id unit, pn_len allowance,
		     struct pn_actions *out);
