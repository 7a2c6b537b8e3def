// What the pages' scripts hand to each other. What the server sends is in server.d.ts, generated from Python.

import type * as Server from "./server";
import type { Choice, LinkReport, Snapshot as Sent, StateMessage } from "./server";

export type * from "./server";
export type Child = Node | string | false | null | undefined;
export type Attributes = Record<string, string | number | boolean | null | undefined>;

/** What a page asks of the table; see messages.py. */
export type Request = {
  press?: string;
  enter?: string;
  take_back?: true;
  agreed?: boolean;
  redo?: true;
  ready?: true;
  agree?: boolean;
  question?: number;
  go_to?: number;
  correct?: number;
  cancel?: true;
  drop?: true;
  lift?: string;
  put?: string;
  bots?: Server.BotsReport["pace"] | "step";
  version?: number;
};
export type Send = (request: Request) => void;

/** The views of the games as pages get them: what only some viewers see may be missing. */
export type CanyonView = Server.CanyonView & Partial<Server.CanyonSeatView>;
export type NiagaraView = Server.NiagaraView & Partial<Server.NiagaraSeatView>;
export type PyramidView = Server.PyramidView & Partial<Server.MummyView> & Partial<Server.HunterView>;

/** A choice whose move, as data, is `Move`. */
export type ChoiceOf<Move> = Omit<Choice, "arguments"> & { arguments: Move };

/** A snapshot of a game whose view is `View` and whose choices are `Of`. */
export type Shown<View = any, Of = ChoiceOf<any>> = Omit<Sent, "view" | "choices"> & { view: View; choices: Of[] };

/** An end that can be chosen: `lines` are shown in place of the keys, `path` when it is pointed at. */
export type End = { keys: string; space: string; label: string; lines?: string[]; path?: string[] };

/** A piece on the board: `told` is a sentence for screen readers where it does more than stand there. */
export type Canoe = {
  key: string;
  letter: string;
  name: string;
  space: string;
  acts: boolean;
  home: boolean;
  told?: string;
  gone?: boolean;
  number?: number | false;
  cargo?: Node | null;
};

export type Label = { space: string; sign: HTMLElement };

/** What a key means: its text, with what is read aloud if that is a sign, or a drawing; quiet: nothing; a letter that does the same. */
export type Meaning = { text?: string; said?: string; sign?: SVGElement; quiet?: boolean; alias?: string };
export type Legend = Record<string, Meaning>;

/** A line of the final standings; `letter` is that of the sign. */
export type Standing = { letter: string; name: string; told: string; wins: boolean };

/** What each `games/<game>.js` exports: functions of a snapshot, without a memory. */
export type GameModule = {
  seats(snapshot: Shown): HTMLElement;
  standings(snapshot: Shown): Standing[];
  middle(snapshot: Shown): HTMLElement;
  canoes(snapshot: Shown): Canoe[];
  ends(snapshot: Shown): End[];
  ways(snapshot: Shown): string[][];
  labels(snapshot: Shown): Label[];
  legend(snapshot: Shown): Legend;
  hand(snapshot: Shown): HTMLElement[];
  actions(snapshot: Shown): HTMLElement[];
};

/** What a page does with what its connection brings. */
export type Hear = {
  state(message: StateMessage): void;
  lights(bytes: Uint8Array): void;
  online?(isOnline: boolean): void;
};

/** The same, and what becomes of requests; see Link. */
export type LinkHear = Hear & {
  /** The connection is found dead, or is back. */
  online(isOnline: boolean): void;
  /** Other requests wait for their answer. */
  waiting(requests: Request[]): void;
  /** A request is not sent and never will be. */
  dropped(): void;
  /** A socket is closed before anything came on it. */
  refused(): void;
};

/** A request that waits for its answer; `version`: the state it was made in; moments in ms since the epoch. */
export type Waiting = { message: Request & { id: string }; at: number; sent: number; version: number | undefined };

/** Who has opened a seat's link: on its own page the seat is "own", on the table page it has a name. */
export type Report = LinkReport & { seat: number | "own"; name?: string };
export type Actions = Record<string, [label: string, act: (report: Report) => void]>;

type Ids<Id extends string, Kind> = Record<Id, Kind>;

/** The elements of a page by id: first those of every page that follows a game. */
export type Page = Ids<"sentence" | "connection" | "refusal" | "question" | "access" | "middle" | "last", HTMLElement> &
  Ids<"hand" | "choices" | "seats" | "turn" | "why" | "arrange" | "typed" | "foreseen" | "coach" | "log" | "river", HTMLElement> &
  Ids<"device" | "health" | "device_facts" | "ask", HTMLElement> &
  Ids<"take_back" | "redo" | "correct" | "drop", HTMLButtonElement> &
  Ids<"correcting" | "correcting_what" | "cancel" | "misfit" | "misfit_what" | "misfit_why" | "entries_list", HTMLElement> &
  Ids<"entries", HTMLDialogElement> &
  Ids<"map", HTMLElement> &
  Ids<"moment" | "before" | "pause_bots" | "step_bots", HTMLElement> &
  Ids<"pace_bots", HTMLSelectElement> &
  Ids<"thinking" | "ask_reasons" | "reasons_told" | "hint", HTMLElement> &
  Ids<"ask_hint", HTMLButtonElement> &
  Ids<"reasons", HTMLDialogElement> &
  Ids<"replay" | "first" | "back" | "on" | "play" | "round_back" | "round_on" | "event" | "end" | "story", HTMLElement> &
  Ids<"at", HTMLInputElement> &
  Ids<"speed", HTMLSelectElement> &
  Ids<"link_whose" | "link_code" | "link_only" | "link_told" | "undoes", HTMLElement> &
  Ids<"link_here", HTMLAnchorElement> &
  Partial<Ids<"share" | "picture" | "ready" | "keypad" | "plots" | "again" | "link_move" | "link_close" | "new_code", HTMLElement>> &
  Partial<Ids<"volume", HTMLInputElement>> &
  Partial<Ids<"lesson", HTMLElement>> &
  Ids<"lesson_at" | "lesson_sentence" | "lesson_keys" | "lesson_reply" | "lesson_start", HTMLElement> &
  Ids<"lesson_next" | "lesson_back" | "lesson_restart", HTMLButtonElement> &
  Ids<"lesson_progress", HTMLProgressElement> &
  Partial<Ids<"network", HTMLButtonElement> & Ids<"network_told", HTMLElement>> &
  Partial<Ids<"private", HTMLDetailsElement>> &
  Partial<Ids<"agree" | "link", HTMLDialogElement>>;
