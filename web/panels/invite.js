// @ts-check
// The link that brings one's opponent, in the orders of a game that is open.

import * as api from "../api_later.js";
import { make } from "../dom.js";
import { busy } from "../seating.js";
import { note, page_link } from "../seats.js";
import { words } from "../words.js";
import { card_keeper, link_field, qr_picture } from "./links.js";

const keep = card_keeper();

/** Where this browser does not know the invitation, another takes its place. @param {Session} session */
function renewal_card(session) {
	const told = make("p", { class: "error", role: "alert" });
	const go = make("button", { type: "button", class: "primary", "data-key": "invite-anew" }, words("ui.invite.anew"));
	const renew = async () => {
		const { game_id } = session.state;
		const { code } = await api.renewInvitation(game_id, session.token, api.new_key());
		const invitation = page_link(`join=${game_id}.${code}`);

		note(game_id, { invitation });
		session.store.set({ invitation });
	};

	go.addEventListener("click", busy(go, told, renew));
	return make(
		"div",
		{ class: "card" },
		make("h3", null, words("ui.invite")),
		make("p", null, words("ui.invite.anew.text")),
		go,
		told,
	);
}

/** @param {State} state @param {Session} session */
export function invitation_card({ invitation }, session) {
	if (!invitation)
		return renewal_card(session);
	return keep(invitation, () =>
		make(
			"div",
			{ class: "card" },
			make("h3", null, words("ui.invite")),
			make("p", null, words("ui.invite.text")),
			link_field("invitation", words("ui.invite.link"), invitation),
			qr_picture(invitation),
		),
	);
}
