import { currentStateCode } from "./gst-states.ts";

/**
 * Ranges of the first three digits of PIN codes, and the GST state in which they lie. Facts of general knowledge: these
 * digits name a sorting district. Digits with post offices in two states, such as 160 (Chandigarh and Mohali), are not
 * listed.
 */
const PINS: readonly [from: number, to: number, state: string][] = [
  [110, 110, "07"],
  [121, 136, "06"],
  [140, 159, "03"],
  [171, 177, "02"],
  [180, 193, "01"],
  [201, 243, "09"],
  [248, 249, "05"],
  [250, 261, "09"],
  [263, 263, "05"],
  [264, 285, "09"],
  [301, 345, "08"],
  [360, 361, "24"],
  [363, 395, "24"],
  [400, 402, "27"],
  [403, 403, "30"],
  [404, 445, "27"],
  [450, 488, "23"],
  [490, 497, "22"],
  [500, 506, "36"],
  [508, 509, "36"],
  [515, 532, "37"],
  [534, 535, "37"],
  [560, 591, "29"],
  [600, 603, "33"],
  [606, 606, "33"],
  [608, 608, "33"],
  [610, 643, "33"],
  [670, 672, "32"],
  [674, 681, "32"],
  [683, 695, "32"],
  [700, 736, "19"],
  [737, 737, "11"],
  [741, 743, "19"],
  [744, 744, "35"],
  [751, 770, "21"],
  [781, 788, "18"],
  [790, 792, "12"],
  [793, 794, "17"],
  [795, 795, "14"],
  [796, 796, "15"],
  [797, 798, "13"],
  [799, 799, "16"],
  [800, 812, "10"],
  [815, 815, "20"],
  [823, 824, "10"],
  [825, 835, "20"],
  [841, 848, "10"],
  [851, 855, "10"],
];

/** The GST state of a PIN code; null: it is none, or its first digits lie in two states. */
export function stateOfPin(pin: string): string | null {
  const code = pin.replaceAll(/\s/g, "");
  if (!/^[1-9]\d{5}$/.test(code)) return null;
  const prefix = Number(code.slice(0, 3));
  const found = PINS.find(([from, to]) => from <= prefix && prefix <= to);
  return found?.[2] ?? null;
}

/** Codes of GSTINs that name no state: other territory, and the centre's jurisdiction. */
const NO_STATE = new Set(["97", "99"]);

/** Whether a PIN code may be an address of a GSTIN: false where both lie in known states, and in different ones. */
export function pinFitsGstin(pin: string, gstin: string): boolean {
  const code = gstin.slice(0, 2);
  const state = stateOfPin(pin);
  return state === null || NO_STATE.has(code) || state === currentStateCode(code);
}
