// @ts-check
// The addresses that the first board does without; and those of api.js, so that what is read later finds all
// of them here.

import { ask, of_game } from "./api.js";

export * from "./api.js";

export const listClauses = (id) => ask(`rulesets/${encodeURIComponent(id)}/clauses`);
/** The battle that a turn of a game began with. */
export const getGameBattle = (game, token, turn) =>
	ask(`games/${encodeURIComponent(game)}/battle${turn ? `?turn=${turn}` : ""}`, { token });
/** All that is wrong with a battle file, and how it would begin; of one side's units alone with `side`. */
export const checkBattle = (battle, side = "") =>
	ask(`battles/check${side && `?side=${side}`}`, { method: "POST", body: battle });
/** The file that a link shows. */
export const getBattle = (battle, code) => ask(`battles/${encodeURIComponent(battle)}`, { token: code });
/** What a player keeps on the server: all of it, one file, its link. */
export const listBattles = (token) => ask("me/battles?limit=200", { token });
const of_kept = (battle, rest = "") => `me/battles/${encodeURIComponent(battle)}${rest}`;
export const getMyBattle = (token, battle) => ask(of_kept(battle), { token });
export const putBattle = (token, battle, file) => ask(of_kept(battle), { method: "PUT", token, body: file });
export const deleteBattle = (token, battle) => ask(of_kept(battle), { method: "DELETE", token });
export const shareBattle = (token, battle) => ask(of_kept(battle, "/link"), { method: "PUT", token });
export const withdrawBattle = (token, battle) => ask(of_kept(battle, "/link"), { method: "DELETE", token });
/** One's own army of a game whose armies are a secret. */
export const getArmy = (game, token) => ask(of_game(game, "/army"), { token });
export const putArmy = (game, token, units) => ask(of_game(game, "/army"), { method: "PUT", token, body: { units } });
export const sealArmy = (game, token, key) => ask(of_game(game, "/army/seal"), { method: "POST", token, key });
export const withdrawArmy = (game, token) => ask(of_game(game, "/army"), { method: "DELETE", token });
export const renameMe = (token, name) => ask("me", { method: "PATCH", token, body: { name } });
export const leave = (token) => ask("me", { method: "DELETE", token });
export const listTokens = (token) => ask("me/tokens", { token });
export const createToken = (token, body, key) =>
	ask("me/tokens", { method: "POST", token, body, key });
export const endToken = (token, id) =>
	ask(`me/tokens/${encodeURIComponent(id)}`, { method: "DELETE", token });
export const listTurns = (token) => ask("me/turns?limit=50", { token });
/** What a code is for, or why it is not good. @type {(game: string, code: string) => Promise<CodeUse>} */
export const checkCode = (game, code) => ask(of_game(game, "/seats/check"), { method: "POST", body: { code } });
/** @type {(game: string, token: string|null) => Promise<Ahead>} */
export const lookAhead = (game, token) => ask(of_game(game, "/ahead"), { token });
/** @type {(game: string, token: string|null, body: Command) => Promise<Preview>} */
export const previewAhead = (game, token, body) => ask(of_game(game, "/ahead"), { method: "POST", token, body });
/** @type {(game: string, token: string|null, body: {commands: {do: Command}[], stop_at?: string[], then?: Command}) => Promise<Ahead>} */
export const tryPlan = (game, token, body) => ask(of_game(game, "/ahead/plan"), { method: "POST", token, body });
/** With `version` only where that is the present one. */
export const putPlan = (game, token, body, key, version = undefined) =>
	ask(of_game(game, "/plan"), {
		method: "PUT",
		token,
		body,
		key,
		headers: version === undefined ? {} : { "if-match": String(version) },
	});
export const putStandingOrders = (game, token, body, key) =>
	ask(of_game(game, "/standing-orders"), { method: "PUT", token, body, key });
/**
 * With `wait` the answer comes with the next message, at the latest after so many seconds.
 * @type {(game: string, token: string|null, after: number, wait?: number) => Promise<Messages>}
 */
export const listMessages = (game, token, after, wait = 0) =>
	ask(of_game(game, `/messages?after=${after}&limit=100${wait > 0 ? `&wait=${wait}` : ""}`), {
		token,
	});
export const sendMessage = (game, token, text, key) =>
	ask(of_game(game, "/messages"), { method: "POST", token, body: { text }, key });
export const blockMessages = (game, token, blocked) =>
	ask(of_game(game, "/messages/block"), { method: "PUT", token, body: { blocked } });
export const inviteUmpire = (game, token, key) =>
	ask(of_game(game, "/umpire"), { method: "POST", token, key });
/** @type {(game: string, token: string|null, key: string) => Promise<Code>} */
export const renewInvitation = (game, token, key) =>
	ask(of_game(game, "/invitation"), { method: "POST", token, key });
export const handOver = (game, token, moves, key) =>
	ask(of_game(game, "/seats/mine/handover"), { method: "POST", token, body: { moves }, key });
/** @type {(game: string, token: string|null, key: string) => Promise<Rematch>} */
export const offerRematch = (game, token, key) =>
	ask(of_game(game, "/rematch"), { method: "POST", token, key });
/** @type {(game: string, token: string|null) => Promise<Rematch>} */
export const getRematch = (game, token) => ask(of_game(game, "/rematch"), { token });
/** The table as one sees it, a picture. @type {(game: string, token: string|null) => Promise<Blob>} */
export const getBoardImage = (game, token) =>
	ask(of_game(game, "/board.png"), { token, as: "blob", headers: { accept: "image/png, */*" } });
