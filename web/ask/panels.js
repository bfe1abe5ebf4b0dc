// @ts-check
// The panels beside the table. Each makes its nodes anew.

import { charges_panel } from "./charges_panel.js";
import { position_panel } from "./position_panel.js";
import { share_panel } from "./share_panel.js";
import { tree_panel } from "./tree_panel.js";
import { try_panel } from "./try_panel.js";

/** @typedef {import("./session.js").AskSession} AskSession */

/** @type {Record<string, (session: AskSession) => any>} */
export const panels = {
	try: try_panel,
	charges: charges_panel,
	tree: tree_panel,
	position: position_panel,
	share: share_panel,
};
