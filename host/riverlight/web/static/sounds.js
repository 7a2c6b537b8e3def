// @ts-check
// Sounds of the table page: a drop for an accepted entry, two low drops for a refusal, a rising chord at the end.
// They depend on public events only. In games with a separate side there are none, because it would hear when the
// others act. Off by default; the browser stores the volume.

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
const LOUDNESS = 0.24; // at full volume
const USUAL = 50; // volume where a browser has stored only that sounds are on
const FADES_S = 0.35;

/**
 * Make `slider` set the volume, 0 for off; return a function that handles each snapshot and the count of refusals.
 * @param {HTMLInputElement} slider
 */
export function sounds(slider) {
  /** @type {AudioContext | null} */
  let air = null;
  /** @type {{version: number, status: string, refused: number} | null} */
  let last = null;
  const kept = storage()?.getItem(KEPT) ?? "";
  slider.valueAsNumber = kept === "on" ? USUAL : Number(kept) || 0;
  const isOn = () => slider.valueAsNumber > 0;
  const wake = () => {
    if (isOn()) (air ??= new AudioContext()).resume(); // browsers allow sound only after user input
  };
  const play = (/** @type {number[][]} */ notes) => air && ring(air, notes, (LOUDNESS * slider.valueAsNumber) / 100);
  slider.addEventListener("change", () => {
    storage()?.setItem(KEPT, slider.value);
    wake();
    if (isOn()) play(ACCEPTED);
  });
  document.addEventListener("pointerdown", wake, { once: true });
  document.addEventListener("keydown", wake, { once: true });
  return (/** @type {Pick<Snapshot, "version" | "status" | "moment">} */ { version, status, moment }, /** @type {number} */ refused) => {
    const before = last;
    last = { version, status, refused };
    if (!isOn() || !air || !before) return;
    if (refused > before.refused) play(REFUSED);
    else if (status === "over" && before.status !== "over") play(OVER);
    else if (version > before.version) play((moment?.weight ?? 0) >= HEAVY ? MOMENT : ACCEPTED);
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

/** @param {AudioContext} air @param {number[][]} notes pitch in Hz and start in seconds of each @param {number} loudness of 1 */
function ring(air, notes, loudness) {
  for (const [pitch_hz, after_s] of notes) {
    const begins = air.currentTime + after_s;
    const tone = new OscillatorNode(air, { type: "sine", frequency: pitch_hz });
    const fade = new GainNode(air, { gain: 0 });
    fade.gain.setValueAtTime(0, begins);
    fade.gain.linearRampToValueAtTime(loudness, begins + 0.01);
    fade.gain.exponentialRampToValueAtTime(0.0001, begins + FADES_S);
    tone.connect(fade).connect(air.destination);
    tone.start(begins);
    tone.stop(begins + FADES_S);
  }
}
