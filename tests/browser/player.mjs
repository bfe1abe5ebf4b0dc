// A player who uses nothing but the page: table, lists, sliders and buttons. What they
// decide they decide by looking at where the units stand, as a person would.

import assert from "node:assert/strict";
import { patience, Visitor } from "./support.mjs";

const inch = 2540;

/** What lies in the menu of the game, away from the orders. */
export const in_menu = /^(resign|offer_\w+|ask_\w+|withdraw_method|step_down)$/;

const turn_of = (angle) => (angle * 2 * Math.PI) / 65536;

/** Where a point of the table lies from a unit: ahead of its front, and to its right. */
function seen_from(unit, x, y) {
	const turn = turn_of(unit.pose.facing);
	const east = x - unit.pose.x,
		north = y - unit.pose.y;

	return {
		ahead: east * Math.sin(turn) + north * Math.cos(turn),
		right: east * Math.cos(turn) - north * Math.sin(turn),
	};
}

/** Roughly: can `unit` charge `target` from where they stand? */
export function in_reach(unit, target) {
	const { ahead, right } = seen_from(unit, target.pose.x, target.pose.y);
	const allowance = unit.stats.movement_allowance;
	const overlap = (unit.files * unit.base_width + target.files * target.base_width) / 2;
	const aside = Math.max(0, Math.abs(right) - overlap + 2000);
	const way = Math.hypot(ahead, aside);
	const nearest = Math.min(allowance / 2, 6 * inch);

	return (
		aside < ahead * 0.8 &&
		way > nearest + 500 &&
		way < allowance * 1.5 - target.base_depth - 1000
	);
}

/** What a player in this position would do next, by what is asked. */
export function choose(game, side, plan) {
	const own = (action) => game.units[action.unit];
	const actions = game.actions;
	const { decision } = game.waiting_for.find((wait) => wait.side === side);
	const step = actions.find((action) => action.group === "step");

	if (decision === "declare" && plan.declares) {
		for (const action of actions.filter((one) => one.do.type === "declare_charge")) {
			const choice = action.bounds.find((bound) => bound.at === "/target").of;
			const target = choice.find((id) => in_reach(own(action), game.units[id]));
			if (target)
				return { action, target };
		}
	}
	if (decision === "opportunity") {
		const mover = game.waiting_for[0].unit;
		const action = actions.find(
			(one) => one.group === "react" && in_reach(own(one), game.units[mover]),
		);
		return { action: action ?? step };
	}
	if (decision === "movement") {
		const charge = actions.find((one) => one.group === "charge");
		// In the first turn everybody closes; later whoever has nobody to reach does.
		const enemies = Object.values(game.units).filter((unit) => unit.side !== side);
		const move = actions.find(
			(one) =>
				one.group === "move" &&
				(game.turn === 1 ||
					!enemies.some((enemy) => in_reach(own(one), enemy))),
		);
		return {
			action:
				charge ??
				(plan.moves ? move : null) ??
				step ??
				actions.find((one) => one.group === "move"),
		};
	}
	if (decision === "settle_melee" && plan.settles) {
		const accept = actions.find((one) => one.do.type === "accept_outcome");
		const propose = actions.find((one) => one.do.type === "propose_outcome");
		return accept ? { action: accept } : propose ? { action: propose, lost: 1 } : { action: step };
	}
	return { action: step };
}

export class Player extends Visitor {
	/** Is it for this player to decide? */
	async owes() {
		return (await this.page.getAttribute("main.game", "data-waits")) !== "";
	}

	async version() {
		return Number(await this.page.getAttribute("main.game", "data-version"));
	}

	/** Waits until the page shows what came after that version. */
	async after(version) {
		await this.page.waitForFunction(
			(before) => Number(document.querySelector("main.game").dataset.version) > before,
			version,
		);
	}

	/** The player's own view, when the page shows it, too: the server may be ahead of the page. */
	async view() {
		const view = await this.page.evaluate(async () => {
			const game = location.hash.slice("#game=".length);
			const { seats } = JSON.parse(localStorage.getItem("pennon.seats"))[game];
			const side = sessionStorage.getItem(`pennon.side.${game}`);
			const answer = await fetch(`v1/games/${game}`, {
				headers: { authorization: `Bearer ${seats[side].token}` },
			});
			return answer.json();
		});

		await this.page.waitForFunction(
			(version) => Number(document.querySelector("main.game")?.dataset.version) >= version,
			view.version,
		);
		await this.settle();
		return view;
	}

	/** The view once `holds` is true of it: what a side has written is carried out a moment later. */
	async until(holds) {
		for (const end = Date.now() + patience; Date.now() < end; ) {
			const view = await this.view();
			if (holds(view))
				return view;
		}
		throw new Error(`it never holds: ${holds}`);
	}

	/** What everybody saw. */
	async events() {
		return this.page.evaluate(async () => {
			const game = location.hash.slice("#game=".length);
			const answer = await fetch(`v1/games/${game}/events?after=0&limit=500`);
			return (await answer.json()).events;
		});
	}

	/** Pick an action: on the table where a unit and its target do, in the list otherwise. */
	async pick({ action, target, lost }) {
		const { page } = this;
		this.before = await this.version();
		const button = page
			.locator(
				`.action[data-type=${action.do.type}]` +
					(action.unit ? `[data-for=${action.unit}]` : ""),
			)
			.first();

		if (target && !this.is_phone) {
			// What comes next in a list of orders is picked already.
			if (!(await page.locator(`.units [data-unit=${action.unit}].selected`).isVisible()))
				await page.locator(`.units [data-unit=${action.unit}]`).click();
			await page.locator(`.units [data-unit=${target}].target`).click();
			await this.#is_asked_or_done();
			return;
		}
		if (in_menu.test(action.do.type)) {
			await this.press(page.locator("[data-key=menu]"));
			await this.press(button);
		} else {
			await this.#press_listed(action, button);
		}
		if (target) {
			const preset = action.presets.findIndex((one) => one.do.target === target);
			await this.press(page.locator(`[data-key=preset-${preset}]`));
		}
		if (lost) {
			const field = page.locator(".loss input[type=number]").first();
			await field.fill(String(lost));
			await field.press("Tab");
		}
	}

	/** Press what is listed. Where orders are written the next unit may be picked by itself just then: so again. */
	async #press_listed(action, button) {
		const { page } = this;
		const whole_unit = page.locator(`[data-key="pick ${action.unit}"]`);
		const all = page.locator("[data-key=all]");

		for (const end = Date.now() + patience; Date.now() < end; ) {
			if (!(await button.isVisible())) {
				if (await all.isVisible())
					await this.press(all);
				await button.or(whole_unit).first().waitFor();
				if (!(await button.isVisible()) && !(await this.press(whole_unit, 5000).then(() => true, () => false)))
					continue;
			}
			if (await this.press(button, 5000).then(() => true, () => false))
				return;
		}
		assert.fail(`${action.do.type} of ${action.unit} is never listed`);
	}

	/** What can be taken back is done as soon as it is chosen; the rest is asked for. */
	#is_asked_or_done() {
		return this.page.waitForFunction((version) => {
			const main = document.querySelector("main.game");
			const is_told = document.querySelector("#preview:not(:empty)");
			return document.querySelector(".pending")
				? is_told && document.querySelector("[data-key=confirm]")
				: Number(main.dataset.version) > version;
		}, this.before);
	}

	/** Confirm what is picked, if that is asked for, and wait until the page shows what came of it. */
	async confirm() {
		const before = (this.before ??= await this.version());

		// What is shown on the board may be done by itself just when it is looked at.
		for (const end = Date.now() + patience; Date.now() < end; await this.settle()) {
			await this.#is_asked_or_done();
			if ((await this.version()) > before && (await this.page.locator(".pending").count()) === 0)
				break;
			await this.press(this.page.locator("[data-key=confirm]:enabled"), 2000).catch(() => null);
		}
		await this.page.waitForFunction((version) => {
			const main = document.querySelector("main.game");
			return (
				Number(main.dataset.version) > version &&
				!document.querySelector(".pending")
			);
		}, before);
		this.before = undefined;
	}

	async play(choice) {
		await this.pick(choice);
		await this.confirm();
	}

	/** The lines of the log, as read. */
	log() {
		return this.page.locator("pn-log .said").allTextContents();
	}
}

/** Start a game in one page and join it by link in another. */
export async function begin(host, guest, scenario, side = "red") {
	await host.page.goto(`${host.url}/`);
	const choice = host.page.locator(`input[name=scenario][value=${scenario}]`);
	await choice.waitFor({ state: "attached" });
	if (!(await choice.isVisible()))
		await host.press(host.page.locator(".book").filter({ has: choice }).locator("summary"));
	await host.press(choice);
	// Whatever lies open, what would be started is named.
	const named = choice.locator("xpath=ancestor::details[1]/summary");
	await host.page.locator(".starts", { hasText: `(${await named.textContent()})` }).waitFor();
	await host.press(host.page.locator(`input[name=side][value=${side}]`));
	await host.press(host.page.getByRole("button", { name: "Start and get an invitation" }));
	const link = await host.page.locator("#invitation").inputValue();

	await guest.page.goto(link);
	await guest.page.getByRole("heading", { name: "You are invited" }).waitFor();
	assert.ok(
		!guest.page.url().includes(link.split("#")[1]),
		"the code stays out of the address bar",
	);
	return link;
}

/** The player who must decide now, or null when the game is over. Waits for both pages to agree. */
export async function next_to_act(...players) {
	for (const end = Date.now() + patience; Date.now() < end; ) {
		for (const player of players) {
			if (await player.owes())
				return player;
			if (await player.page.locator(".result").isVisible())
				return null;
		}
		await players[0].settle();
	}
	throw new Error("nobody is asked and the game is not over");
}
