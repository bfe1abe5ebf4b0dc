// Names for the shapes of the API and of the page's own state, for who reads and for the type
// checker; never served. build/types/api.d.ts is made of api-spec/openapi.yaml by the tests.

import type { components } from "../build/types/api";

type Schemas = components["schemas"];
type Keys<U> = U extends unknown ? keyof U : never;

/** One of several shapes, of which the page does not ask which: any member of any of them. */
type Loose<U> = { [K in Keys<U>]?: U extends unknown ? (K extends keyof U ? U[K] : never) : never };

declare global {
	type Side = Schemas["Side"];
	type Caller = Schemas["Caller"];
	type Point = Schemas["Point"];
	type Pose = Schemas["Pose"];
	type Leg = Loose<Schemas["Leg"]>;
	type Way = Schemas["Way"];
	type WayPoint = Way["points"][number];
	type Odds = Schemas["Odds"];
	type Waiting = Schemas["Waiting"];
	type Contact = Schemas["Contact"];
	type BoardSize = Schemas["Board"];
	type Loss = Schemas["Fate"];
	type Ruleset = Schemas["Ruleset"];
	type Scenario = Schemas["Scenario"];
	type Rematch = Schemas["Rematch"];
	/** What a unit's block is drawn from. */
	type Shape = Pick<Unit, "side" | "class" | "figures" | "files" | "base_width" | "base_depth"> & Partial<Unit>;
	/** Secret: where its own side alone knows it to stand. */
	type Unit = Schemas["Unit"] & { is_secret?: boolean };
	/** "turn" is the page's own: an angle from where a unit faces; "sector" may come. */
	type Bound = Omit<Loose<Schemas["Bound"]>, "kind" | "of"> & {
		kind: Schemas["Bound"]["kind"] | "turn" | "sector";
		of?: string[];
	};
	type GameEvent = Loose<Schemas["Event"]>;
	/** What event_words() needs of an event: some sentences are made without one. */
	type Told = Partial<Omit<GameEvent, "side">> & { side?: string; is_redirected?: boolean };

	/** A command with members of any kind of it; its way as a list of loose legs. */
	type Command = Omit<Loose<Schemas["Command"]>, "path" | "moment"> & {
		path?: Leg[];
		moment?: Loose<Schemas["Moment"]>;
	};
	type Preset = Omit<Schemas["Preset"], "do"> & { do: Command };
	type Action = Omit<Schemas["Offer"], "do" | "bounds" | "presets"> & {
		do: Command;
		bounds: Bound[];
		presets: Preset[];
	};
	/** What has words of its own: an action, or a preset of one. */
	type Named = Pick<Preset, "label" | "words" | "do">;
	type Game = Omit<Schemas["Game"], "actions"> & { actions?: Action[] };

	/** What previewAction said, or the problem that it met instead. */
	type Preview = Loose<Schemas["Preview"]> & { problem?: Problem };
	/**
	 * An action that was picked, and the body it is to be done with; at once, if it is_now. `line`:
	 * units that go with it, of which some have to stay. is_ahead: it goes into the plan.
	 */
	type Pending = {
		action: Action;
		body: Command;
		is_now?: boolean;
		is_ahead?: boolean;
		line?: string[];
		stays?: Record<string, Preview>;
		/** The order that is to stand once this answer is given. */
		always?: NonNullable<Game["standing_orders"]>["orders"][number];
	};
	/** Points of the board that are being shown, one after another. */
	type Pointing = { key: string; wanted: number; taken: Point[]; give: (points: Point[]) => void };

	/** Something of a game's page that is read when it is wanted. */
	type Later = {
		/** Does a state ask for it? */
		wants: (state: State, parts: any, session: Session) => unknown;
		/** So long after the table it comes in any case. */
		after_ms?: number;
		/** Its words are those that the first board does without. */
		has_words?: boolean;
		/** The names of its modules. */
		modules: string[];
		/** What is done with them; it may return what ends that. */
		use?: (session: Session, parts: any, ...modules: any[]) => (() => void) | void;
	};

	type Problem = import("./api.js").Problem;
	type Session = import("./session.js").Session;
	type State = import("./store.js").State;
	type View = import("./board/measure.js").View;
	type Actions = Omit<Schemas["Actions"], "actions"> & { actions: Action[] };
	type Ahead = Omit<Schemas["Ahead"], "actions"> & { actions: Action[] };
	type Acted = Omit<Schemas["Acted"], "events"> & { events: GameEvent[] };
	type Events = Omit<Schemas["Events"], "events"> & { events: GameEvent[] };
	type Games = Schemas["Games"];
	type MyGames = Schemas["MyGames"];
	type Rulesets = Schemas["Rulesets"];
	/** A scenario as it is listed. */
	type Listed = Schemas["Scenarios"]["scenarios"][number];
	type Scenarios = Schemas["Scenarios"];
	type Messages = Schemas["Messages"];
	type CreateGame = Schemas["CreateGame"];
	type JoinGame = Schemas["JoinGame"];
	type Code = Schemas["Code"];
	type CodeUse = Schemas["CodeUse"];
	type Created = Omit<Schemas["Created"], "game"> & { game: Game };
	type Joined = Omit<Schemas["Joined"], "game"> & { game: Game };

	type Handle = import("./board/drag.js").Handle;
	type Rulers = typeof import("./board/ruler.js");
	type Lines = typeof import("./board/line.js");
	type Planned = typeof import("./board/planned.js");
	type Ghosts = typeof import("./board/ghost.js");
	type Ways = typeof import("./board/way.js");
	type Charges = typeof import("./board/charge.js");
	type Contacts = typeof import("./board/contacts.js");
}
