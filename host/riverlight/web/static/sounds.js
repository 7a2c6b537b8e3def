// @ts-check
// Sounds of the table page: a drop for what is accepted, two low ones for what is refused, a rising chord at the end.
// They follow what everybody at the table may see and nothing else; where a side sits apart there are none, since it
// would hear when the others act. Off until somebody turns them on.

/** @import {Snapshot} from "../types/scripts" */

const KEPT = "riverlight-sounds";
const ACCEPTED = [[660, 0]];
const REFUSED = [
  [175, 0],
  [147, 0.16],
];
const OVER = [
  [392, 0],
  [494, 0.14],
  [587, 0.28],
];
const MOMENT = [
  [523, 0],
  [440, 0.12],
  [349, 0.24],
];
const HEAVY = 4; // a moment of this weight has a sound of its own: a fall, a theft, a catch, a landing
const LOUDNESS = 0.12;
const FADES_S = 0.35;

/**
 * Let `button` turn the sounds on and off; return what takes each snapshot and the count of refusals.
 * @param {HTMLElement} button
 */
export function sounds(button) {
  /** @type {AudioContext | null} */
  let air = null;
  /** @type {{version: number, status: string, refused: number} | null} */
  let last = null;
  let isOn = storage()?.getItem(KEPT) === "on";
  const show = () => button.setAttribute("aria-pressed", String(isOn));
  const wake = () => {
    if (isOn) (air ??= new AudioContext()).resume(); // a browser lets a page sound only once it was pressed
  };
  button.addEventListener("click", () => {
    isOn = !isOn;
    storage()?.setItem(KEPT, isOn ? "on" : "off");
    show();
    wake();
    if (isOn && air) ring(air, ACCEPTED);
  });
  document.addEventListener("pointerdown", wake, { once: true });
  document.addEventListener("keydown", wake, { once: true });
  show();
  return (/** @type {Pick<Snapshot, "version" | "status" | "moment">} */ { version, status, moment }, /** @type {number} */ refused) => {
    const before = last;
    last = { version, status, refused };
    if (!isOn || !air || !before) return;
    if (refused > before.refused) ring(air, REFUSED);
    else if (status === "over" && before.status !== "over") ring(air, OVER);
    else if (version > before.version) ring(air, (moment?.weight ?? 0) >= HEAVY ? MOMENT : ACCEPTED);
  };
}

/** What this browser remembers; null where that is switched off: then they are off again at the next visit. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** @param {AudioContext} air @param {number[][]} notes pitch in Hz and start in seconds of each */
function ring(air, notes) {
  for (const [pitch_hz, after_s] of notes) {
    const begins = air.currentTime + after_s;
    const tone = new OscillatorNode(air, { type: "sine", frequency: pitch_hz });
    const fade = new GainNode(air, { gain: 0 });
    fade.gain.setValueAtTime(0, begins);
    fade.gain.linearRampToValueAtTime(LOUDNESS, begins + 0.01);
    fade.gain.exponentialRampToValueAtTime(0.0001, begins + FADES_S);
    tone.connect(fade).connect(air.destination);
    tone.start(begins);
    tone.stop(begins + FADES_S);
  }
}
