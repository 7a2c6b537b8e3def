// What the server sends to the pages. Generated from the Python types by `make docs`: do not edit.

/** What the board shows; `kind` is `"place"`, `"ends"`, `"drift"`, `"rest"` or `"over"`. */
export interface Activity {
  kind: string;
  seat: number | null;
  points: number | null;
}

/** A board's data for the scripts, all lengths in mm. */
export interface BoardData {
  size: [number, number];
  spaces: BoardSpace[];
  chains: number[][];
  reach: number;
}

/** A space of the board; `at` is its position in mm. */
export interface BoardSpace {
  id: string;
  kind: string;
  at: [number, number];
}

/** The computer players: whether they wait for the board, the round they can explain, any problem, their pace. */
export interface BotsReport {
  waits: boolean;
  why: number | null;
  trouble: string;
  pace: "slow" | "usual" | "quick" | "pause";
}

/** A move as data; fields that its verb does not use are None. A trump has its card or only its suit. */
export interface CanyonMove {
  card?: string;
  suit?: string;
  number?: number;
  seat?: number;
  space?: string;
}

/** A seat's view: the public view and its own cards, if the app deals them. */
export interface CanyonSeatView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  step: number;
  cards_each: number;
  track: number[];
  dealer: number | null;
  start_seat: number | null;
  trump: string | null;
  trump_card: string | null;
  paces: (number | null)[];
  tricks: number[];
  trick: ((number | string)[])[];
  led: string | null;
  last_trick: WonTrick | null;
  tricks_played: WonTrick[];
  hand_sizes: number[];
  canoes: (string | null)[];
  home: (string | null)[];
  points: (number | null)[];
  moved: boolean[];
  activity: Activity;
  ends: string[];
  last_way: (number | string)[] | null;
  reports: Revoke[];
  hand: string[];
}

/** The public view; see above. */
export interface CanyonView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  step: number;
  cards_each: number;
  track: number[];
  dealer: number | null;
  start_seat: number | null;
  trump: string | null;
  trump_card: string | null;
  paces: (number | null)[];
  tricks: number[];
  trick: ((number | string)[])[];
  led: string | null;
  last_trick: WonTrick | null;
  tricks_played: WonTrick[];
  hand_sizes: number[];
  canoes: (string | null)[];
  home: (string | null)[];
  points: (number | null)[];
  moved: boolean[];
  activity: Activity;
  ends: string[];
  last_way: (number | string)[] | null;
  reports: Revoke[];
}

/** A legal move. */
export interface Choice {
  keys: string;
  label: string;
  move: string;
  space: string | null;
  verb: string;
  arguments: Record<string, string | number | string[]>;
  path: string[];
}

/** Choices with the same verb, fields and arguments, a row each: half the bytes of an object each. */
export interface ChoiceTable {
  verb: string;
  fields: ("keys" | "label" | "move" | "space" | "path")[];
  arguments: string[];
  rows: any[][];
}

/** What the table page says of cards that are on private pages. */
export interface Coach {
  sentence: string;
}

/** The entry that this page is correcting, by its number in the log; 0 while the number is typed. */
export interface CorrectionCard {
  n: number;
  sentence: string;
}

/** A device's status as pages show it. */
export interface DeviceReport {
  state: "disconnected" | "connecting" | "loading" | "ready" | "silent" | "recovering" | "refused" | "closed" | "none";
  sentence: string;
  warned: boolean;
  mismatches: number;
  bad_lines: number;
  simulated: boolean;
  light_percent: number;
}

/** What is about to happen without anyone's choice; `arrows` are pairs of spaces. */
export interface Forecast {
  sentence: string;
  arrows: string[][];
}

/** A hint: moves from best to worst, the reason for the best, and the unit of the costs. */
export interface Hint {
  moves: HintMove[];
  why: string;
  counted_in: string;
}

/** A compared move: its text, and its cost relative to the best move. */
export interface HintMove {
  move: string;
  cost: number;
}

/** A hunter's seat's view: also its own cards, a list for each of its holders; empty with real cards. */
export interface HunterView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  marker: number | null;
  owners: number[];
  mummy: string;
  die: string | null;
  set_aside: number;
  steps: number;
  steps_left: number;
  reach: string[];
  walk: string[];
  last_caught: number | null;
  amulets: number[];
  taken: number;
  needed: number;
  played: ((string | number)[])[];
  held: (Record<string, number>)[];
  side: string;
  hunters: (string | null)[];
  faces: string[];
  dice_to_throw: number;
  ends: Record<string, string[]>;
  cards: string[][][];
}

/** The arms that discs entered, and where the canoes were before. */
export interface LastFlow {
  arms: string[];
  before: string[][];
}

/** A step of a tutorial. */
export interface LessonCard {
  at: number;
  of: number;
  heading: string;
  sentence: string;
  asks: boolean;
  told: boolean;
  keys: string;
  reply: string;
  clause: string;
  tries: number;
}

/** The devices that have opened a seat's link; times in ms since the epoch. */
export interface LinkReport {
  devices: number;
  since: number;
  shown: number | null;
}

/** A line of the log; `n` counts the entries that this viewer can see, from 1; 0 is the opening. */
export interface LogLine {
  n: number;
  sentence: string;
}

/** The first entry that a correction made illegal, the reason, and how many later entries wait with it. */
export interface MisfitCard {
  n: number;
  sentence: string;
  why: string;
  clause: string;
  left: number;
}

/** The highlight of the last entry: its number, its lines (most important first), and how long it is shown. */
export interface Moment {
  n: number;
  weight: number;
  lines: string[];
  summary: Summary | null;
  hold_ms: number;
}

/** The mummy's side's view; with option `mummy_aid`, `possible` has each hunter's possible spaces. */
export interface MummyView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  marker: number | null;
  owners: number[];
  mummy: string;
  die: string | null;
  set_aside: number;
  steps: number;
  steps_left: number;
  reach: string[];
  walk: string[];
  last_caught: number | null;
  amulets: number[];
  taken: number;
  needed: number;
  played: ((string | number)[])[];
  held: (Record<string, number>)[];
  side: string;
  possible?: string[][];
}

/** A move as data; fields that its verb does not use are None. */
export interface NiagaraMove {
  seat?: number;
  card?: string;
  colour?: string;
  direction?: string;
  canoe?: number;
  unloads_before?: boolean;
  loads_before?: string;
  end?: string;
  unloads_after?: boolean;
  loads_after?: string;
  victim_seat?: number;
  victim_canoe?: number;
}

/** A seat's view: the public view, the cards that it has left, and the one that it has chosen. */
export interface NiagaraSeatView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  life_ring: number;
  owners: number[];
  canoes: string[][];
  cargo: ((string | null)[])[];
  sites: Record<string, Record<string, number>>;
  scored: (Record<string, number>)[];
  weather: number;
  revealed: (string | number | null)[];
  sealed: boolean[];
  cards_left: number[];
  card: string | number | null;
  must_move: number[];
  must_launch: boolean;
  may_launch: number[];
  flow_left: number;
  last_way: (number | string[])[] | null;
  last_flow: LastFlow | null;
  fork_preset: string;
  danger: number;
  met: number[];
  used?: ((string | number)[])[];
  hand: (string | number)[];
  chosen: string | number | null;
}

/** The public view; `used` is there if the house rule keeps used cards visible. */
export interface NiagaraView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  life_ring: number;
  owners: number[];
  canoes: string[][];
  cargo: ((string | null)[])[];
  sites: Record<string, Record<string, number>>;
  scored: (Record<string, number>)[];
  weather: number;
  revealed: (string | number | null)[];
  sealed: boolean[];
  cards_left: number[];
  card: string | number | null;
  must_move: number[];
  must_launch: boolean;
  may_launch: number[];
  flow_left: number;
  last_way: (number | string[])[] | null;
  last_flow: LastFlow | null;
  fork_preset: string;
  danger: number;
  met: number[];
  used?: ((string | number)[])[];
}

/** What this page may do to the steps of the game. */
export interface Permissions {
  take_back: boolean;
  redo: boolean;
  needs_agreement: boolean;
}

/** A problem of a board. */
export interface Problem {
  step: "file" | "spaces" | "links" | "arrows" | "lights";
  kind: string;
  sentence: string;
  spaces: string[];
  is_malformed: boolean;
}

/** The prompt of a page, and the rule behind it; `seat` is -1 for the table, None if nobody is prompted. */
export interface PromptCard {
  sentence: string;
  why: string;
  clause: string;
  seat: number | null;
}

/** A move as data; fields that its verb does not use are None. `direction` is `n`, `e`, `s` or `w`. */
export interface PyramidMove {
  die?: string;
  faces?: string[];
  space?: string;
  plays?: boolean;
  direction?: string;
}

/** Public information: exactly the mummy's view. */
export interface PyramidView {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
  marker: number | null;
  owners: number[];
  mummy: string;
  die: string | null;
  set_aside: number;
  steps: number;
  steps_left: number;
  reach: string[];
  walk: string[];
  last_caught: number | null;
  amulets: number[];
  taken: number;
  needed: number;
  played: ((string | number)[])[];
  held: (Record<string, number>)[];
  side: string;
}

/** The next light to ask about. */
export interface Question {
  light: number;
  expected: string | null;
  pattern: string;
  is_sure: boolean;
  answered: number;
}

/** An undo that others must agree to; `waiting` names them; `yours`: this page may answer. */
export interface QuestionCard {
  number: number;
  sentence: string;
  waiting: string[];
  yours: boolean;
}

/** A computer player's move, and why it was made. */
export interface Reason {
  what: string;
  why: string;
}

/** Why the last input was refused, with the clause of the rule; `""` where no clause applies. */
export interface Refusal {
  sentence: string;
  clause: string;
}

/** A replay shows the game after `at` of its `of` entries. */
export interface ReplayPosition {
  at: number;
  of: number;
  rounds: number[];
  events: number[];
}

/** A card that should have been played in these tricks. */
export interface Revoke {
  seat: number;
  card: string;
  tricks: number[];
}

/** A seat as pages show it; `light` names its colour, `colour` is `#rrggbb`; `bot`: a computer player. */
export interface SeatCard {
  seat: number;
  name: string;
  letter: string;
  shape: string;
  light: string;
  colour: string;
  bot?: boolean;
  hints?: number;
}

/** The reasons of one computer player. */
export interface SeatReasons {
  letter: string;
  name: string;
  choices: Reason[];
}

/** A link report for table pages. */
export interface SeatReport {
  devices: number;
  since: number;
  shown: number | null;
  seat: number;
}

/** The settings in the HTML of a page that shows a game. */
export interface Setting {
  table: string;
  game: string;
  board?: BoardData | null;
  line?: string;
  own?: string[];
}

/** Everything that one page shows. */
export interface Snapshot {
  version: number;
  game: string;
  board: string | null;
  status: "playing" | "over";
  seats: SeatCard[];
  view: View;
  prompt: PromptCard;
  foreseen: Forecast | null;
  choices: Choice[];
  typed: string;
  refusal: Refusal | null;
  question: QuestionCard | null;
  arrange: string | null;
  correction: CorrectionCard | null;
  misfit: MisfitCard | null;
  moment: Moment | null;
  latest: string;
  story: string[];
  log: LogLine[];
  can: Permissions;
  undoes: string;
  device: DeviceReport;
  coach?: Coach | null;
  lesson?: LessonCard;
  replay?: ReplayPosition | null;
  bots?: BotsReport;
}

/** The newest state of a page; without a snapshot if the page is out of date. */
export interface StateMessage {
  table: string | null;
  spread_ms?: number;
  refused?: number;
  snapshot?: Snapshot;
  choices?: ChoiceTable[];
  links?: SeatReport[];
  link?: LinkReport | null;
  magnets?: string[];
}

/** The summary of a part of a game, as a table. */
export interface Summary {
  columns: string[];
  rows: SummaryRow[];
}

/** One seat's row in a summary, with a cell for each column. */
export interface SummaryRow {
  seat: number;
  cells: string[];
}

/** What a viewer may see, as data for JSON; each game has its own types, one for each kind of viewer. */
export interface View {
  round: number;
  phase: string;
  to_act: number[];
  winners: number[];
  way: string | null;
}

/** The wire of a chain. */
export interface Wire {
  lights: number;
  length_mm: number;
  longest_mm: number;
  current_ma: number;
  drop_volts: number;
  feeds: number[];
  fed_drop_volts: number;
}

/** A finished trick: `cards` are pairs of seat and card, the led one first. */
export interface WonTrick {
  winner: number;
  cards: ((number | string)[])[];
}
