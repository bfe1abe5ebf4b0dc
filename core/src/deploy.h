#pragma once
/* Deployment in zones (PN-25 to PN-28): cells for the rulesets.
 *
 * In turn: one side places all its units for all to see and says that it is ready, then the
 * other. Sealed: both write their places in secret; when both are ready they are revealed
 * together. Zones are apart, so nobody's places depend on the other side's. */

#include "step.h"

/* Open the decision, by the index that the ruleset gives it. */
void pn_open_deployment(struct pn_step *step, uint8_t decision);

/* Places for the side's units, each the first that is lawful, written to `pose` by unit id:
 * for those that have none yet when `keep` is set, beside those that have, else for all.
 * False when one of them finds no room. The finite set that is tried: rows from the front
 * of the zone backwards and places from the left, on a grid of a 64th of the zone's extent
 * but at least half an inch, and next to what stands there; facing the other zone along the
 * board's edges. */
bool pn_pack(const struct pn_game *view, pn_side side, bool keep, pn_pose pose[PN_UNITS_MAX]);

/* PN-25. Do both write their places in secret, as the muster says? */
bool pn_deploys_in_secret(const struct pn_game *game);

/* The resume of the decision when both have sealed their places: both are laid open. */
void pn_resume_deployment(struct pn_step *step);

/* `ready` is answered here while units are deployed. */
bool pn_is_deploying(const struct pn_game *game);
struct pn_verdict pn_check_deployed(const struct pn_game *view, pn_side side);
void pn_apply_deployed(struct pn_step *step, pn_side side);

/* Deploy one unit at a place; take its place back, as long as the side is not ready. */
struct pn_verdict pn_check_deploy(const struct pn_game *view, pn_side side,
				  const struct pn_command *command);
void pn_apply_deploy(struct pn_step *step, pn_side side, const struct pn_command *command);
struct pn_verdict pn_check_take_back(const struct pn_game *view, pn_side side,
				     const struct pn_command *command);
void pn_apply_take_back(struct pn_step *step, pn_side side, const struct pn_command *command);

/* Deploy what is not deployed yet, anew if there is no room beside the rest, and be ready. */
struct pn_verdict pn_check_deploy_rest(const struct pn_game *view, pn_side side,
				       const struct pn_command *command);
void pn_apply_deploy_rest(struct pn_step *step, pn_side side, const struct pn_command *command);

/* What may be deployed now; by default the rest is (PN-28). */
void pn_list_deployment(const struct pn_game *view, pn_side side, struct pn_actions *out);
struct pn_command pn_default_deployment(const struct pn_game *view, pn_side side);

/* ---- places (deploy_place.c) ---- */

/* Is it a unit of the side, and none that comes on later? */
bool pn_is_for_deploying(const struct pn_game *view, pn_side side, pn_unit_id unit);

/* Is the unit of the side deployed, in the eyes of its owner? Its place goes to `pose`. */
bool pn_is_deployed(const struct pn_game *view, pn_unit_id unit, pn_pose *pose);

/* PN-26. May the unit stand there, beside what its side has deployed? */
struct pn_verdict pn_check_spot(const struct pn_game *view, pn_unit_id unit, pn_pose pose);

/* The first lawful place for one unit beside what is deployed. */
bool pn_find_spot(const struct pn_game *view, pn_unit_id unit, pn_pose *pose);
