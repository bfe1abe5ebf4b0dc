/* CQ-G3: the reforms that are offered. */

#include "cq.h"

static struct pn_command turning(pn_unit_id id, int32_t by, uint16_t files)
{
	struct pn_command command = pn_command_of(PN_COMMAND_MANOEUVRE);
	struct pn_path *path = &command.path;

	command.unit = id;
	if (files > 0)
		path->leg[path->count++] =
			(struct pn_leg){.kind = PN_LEG_FRONTAGE, .files = (uint8_t)files};
	if (by != 0)
		path->leg[path->count++] = (struct pn_leg){.kind = PN_LEG_WHEEL,
							   .left = by < 0,
							   .angle = (pn_angle)(by < 0 ? -by : by)};
	return command;
}

/* One more preset, if the reform is lawful. */
static void add(const struct pn_game *view, pn_unit_id id, const char *words, int32_t by,
		uint16_t files, struct pn_offer **offer, struct pn_offers *out)
{
	const struct pn_command command = turning(id, by, files);

	if (cq_reform_to(view, id, files > 0 ? files : view->unit[id].files, by).verdict.code !=
	    PN_LAWFUL)
		return;
	if (!*offer) {
		*offer = pn_offer_add(out, PN_GROUP_MOVE, "offer.reform", command,
				      PN_CLAUSE("CQ-98"));
		(*offer)->bound[(*offer)->bound_count++] = (struct pn_bound){
			.kind = PN_BOUND_PATH,
			.at = "/path",
			.path = {0, 2, 1u << PN_LEG_FRONTAGE | 1u << PN_LEG_WHEEL},
		};
	}
	pn_offer_preset(out, words, command);
}

void cq_offer_reform(const struct pn_game *view, pn_side side, pn_unit_id id, struct pn_offers *out)
{
	const uint16_t files = view->unit[id].files;
	struct pn_offer *offer = NULL;

	if (cq_check_reform_now(view, side, id).code != PN_LAWFUL)
		return;
	add(view, id, "preset.face_about", PN_TURN_HALF, 0, &offer, out);
	add(view, id, "preset.face_left", -PN_DEGREES_90, 0, &offer, out);
	add(view, id, "preset.face_right", PN_DEGREES_90, 0, &offer, out);
	add(view, id, "preset.wider", 0, (uint16_t)(files + 1), &offer, out);
	if (files > 1)
		add(view, id, "preset.narrower", 0, (uint16_t)(files - 1), &offer, out);
}
