// What the scripts of the tracing page hand to each other, and what its server answers; see trace.py.

import type { Problems } from "../static/trace/problems";
import type { Painter } from "../static/trace/paint";
import type { Stage } from "../static/trace/stage";
import type { Work } from "../static/trace/work";
import type { Problem, Question, Wire } from "./server";

export type { Question, Wire } from "./server";
export type { Painter, Stage, Work };

/** A place on the board in mm from its top left, or on the stage in pixels. */
export type Place = [x: number, y: number];
export type Corners = [Place, Place, Place, Place];

export type Way = "n" | "e" | "s" | "w";
export type Exits = Partial<Record<Way, string>>;

export type Space = {
  id: string;
  kind: string;
  at_mm: Place;
  leds?: Record<string, number[]>;
  /** The position of its sensor in the chain, by panel. */
  sensor?: Record<string, number>;
  touches?: string[];
  exits?: Exits;
  flow?: string;
  colour?: string;
  site?: string;
};

/** A board file's JSON. */
export type Board = { id: string; title: string; game: string; size_mm: Place; spaces: Space[]; panels?: Record<string, number> };

/** A place of a space on a board whose layout is fixed. */
export type FixedPlace = Pick<Space, "id" | "kind" | "site" | "touches"> & { label: string };

/** What the page is told in its HTML, mostly by game; see trace_page.py. */
export type Setting = {
  opening: { document: Board | null; mode: string };
  kinds: Record<string, string[]>;
  counts: Record<string, Record<string, number>>;
  colours: Record<string, string[]>;
  panels: Record<string, string[]>;
  sizes: Record<string, Place>;
  titles: Record<string, string>;
  layouts: Record<string, "free" | "fixed" | "grid">;
  places: Record<string, FixedPlace[]>;
  /** The kinds of spaces where a sensor can detect a piece. */
  sensed: Record<string, string[]>;
  last_sensor: number;
  largest_board: number;
};

/** The lines of a maze in mm: columns from the left, rows from the ground up. */
export type Grid = { columns: number[]; rows: number[] };
export type Cell = [column: number, row: number];
export type Border = { one: string; way: Way; other: string; at: Place; isWall: boolean };

export type Listed = { id: string; title: string; game: string; spaces: number; is_yours: boolean };
export type DueProblem = Problem & { is_due: boolean };
export type Shining = [space: string, colour: number][];

/** What the server answers, by the name of the request. */
export type Answers = {
  save: { id: string; problems: number };
  start: { document: Board };
  check: { problems: DueProblem[] };
  chain: { document: Board; order: string[]; wire: Wire };
  sensors: { document: Board };
  device: { lights: number; by_file: number; is_simulated: boolean };
  light: { shining: Shining; keys: string[] };
  question: { question: Question | null; doubts: [space: string, lights: number[]][] };
  calibrated: { document: Board };
};

export type Laying = {
  kind: string;
  each: number;
  a_metre: number;
  columns: number;
  rows: number;
  pitch_mm: number;
  at_mm: Place;
  is_zigzag: boolean;
};

/** What is known of a chain: `answers` are the spaces of its lights, null for a spare one. */
export type Strip = { lights: number | null; answers: Record<string, string | null> };

/** The state of the page, saved with the board. */
export type View = {
  mode: string;
  tool: string | null;
  kind: string;
  colour: string | null;
  /** Of the photo, in its own pixels, from the top left clockwise. */
  corners: Corners | null;
  isStraight: boolean;
  dim: number;
  panel: string | null;
  laying: Laying;
  way: string;
  supply_ma: number;
  begin: string | null;
  end: string | null;
  strips: Record<string, Strip>;
  /** The id under which the board is saved on this machine. */
  savedAs?: string | null;
  /** The board that the server opened the page with, as text. */
  opened?: string;
};

export type Photo = { bitmap: ImageBitmap; blob: Blob };
export type Saved = { id: string; at: number; board: Board; view: View };

/** What has changed. */
export type What = "all" | "board" | "view" | "photo" | "sketch";

/** What a pointer does on the stage; `down` returns whether it takes the drag that begins. */
export type Tool = {
  down?(at: Place, event: PointerEvent): boolean;
  move?(at: Place, event: PointerEvent): void;
  up?(at: Place, event: PointerEvent): void;
  cancel?(): void;
  tap?(at: Place, event: PointerEvent): void;
};

/** A line drawn from space to space, as far as it goes now: on `board` it is already followed. */
export type Stroke = { last: string; place: Place; board: Board; isJoined?: boolean };

/** A tool for the spaces; `stroke` returns the line that it is drawing. */
export type SpaceTool = Tool & { stroke?(): Stroke | null };

/** A step of making a board; `key` returns whether the key meant something. */
export type Mode = {
  tool: Tool;
  sentence(): string;
  update(what?: What): void;
  draw(paint: Painter): string;
  enter?(): void;
  leave?(): void;
  key?(event: KeyboardEvent): boolean;
};

/** What the parts of the page share. */
export type App = {
  page: Page;
  work: Work;
  stage: Stage;
  problems: Problems;
  /** Until then there is no board. */
  ready: Promise<void>;
  refuse(sentence: string): void;
  tell(words: string): void;
  update(what?: What): void;
  summarize(): void;
};

type Ids<Id extends string, Kind> = Record<Id, Kind>;

/** The elements of the page by id. */
export type Page = Ids<"sentence" | "refusal" | "stage" | "told" | "saved_note" | "counted", HTMLElement> &
  Ids<"ground" | "loupe", HTMLCanvasElement> &
  Ids<"drawing", SVGSVGElement> &
  Ids<"open" | "save" | "undo" | "redo" | "zoom_in" | "zoom_out" | "fit", HTMLButtonElement> &
  Ids<"photo_file" | "width" | "height" | "dim", HTMLInputElement> &
  Ids<"photo_words" | "straighten" | "corners_again" | "photo_away" | "photo_shown", HTMLElement> &
  Ids<"kinds" | "river_places" | "selected" | "problems_head" | "problems", HTMLElement> &
  Ids<"join_within" | "grid_form" | "begin" | "save_form", HTMLFormElement> &
  Ids<"within" | "columns" | "rows", HTMLInputElement> &
  Ids<"panel" | "laying" | "a_metre" | "supply" | "strip" | "new_game" | "new_start", HTMLSelectElement> &
  Ids<"each" | "matrix_columns" | "matrix_rows" | "matrix_pitch" | "matrix_zigzag" | "strip_lights", HTMLInputElement> &
  Ids<"matrix" | "wire" | "lit_space" | "strip_note" | "strip_doubts" | "openable" | "save_note", HTMLElement> &
  Ids<"propose" | "reverse" | "follow" | "strip_start" | "strip_walk" | "strip_yes" | "strip_none", HTMLButtonElement> &
  Ids<"strip_back" | "strip_end" | "strip_take" | "strip_anew" | "save_board" | "download" | "save_close", HTMLButtonElement> &
  Ids<"sense" | "sense_none", HTMLButtonElement> &
  Ids<"sensed_space", HTMLElement> &
  Ids<"strip_progress", HTMLProgressElement> &
  Ids<"open_dialog" | "save_dialog", HTMLDialogElement> &
  Ids<"board_file" | "board_title" | "board_id", HTMLInputElement>;
