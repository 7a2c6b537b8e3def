// @ts-check
// Sounds of the table page: a drop for an accepted entry, two low drops for a refusal, a rising chord at the end.
// They depend on public events only. In games with a separate side there are none, because it would hear when the
// others act. Off by default.

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
const HEAVY = 4; // highlights of this weight have their own sound: a fall, a theft, a catch, a landing
const LOUDNESS = 0.12;
const FADES_S = 0.35;

/**
 * Make `button` turn sounds on and off; return a function that handles each snapshot and the count of refusals.
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
    if (isOn) (air ??= new AudioContext()).resume(); // browsers allow sound only after user input
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

/** Return local storage; null if it is disabled, so that sounds are off again at the next visit. */
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
