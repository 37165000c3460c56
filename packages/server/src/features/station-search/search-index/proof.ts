import type { StationProof } from "@voltmarg/rules";
import { FEWEST_STARTS, hoursBetween, type ProofFigures } from "../../stations/index.ts";
import type { Slots } from "./slots.ts";

/** Power that is not known. */
const NO_KW = -1;

export const NO_PROOF: ProofFigures = { worked: 0, failed: 0, charged_at: null, power_kw: null };

/**
 * What drivers' charges say of a location, as the member of its JSON that `listedProof` makes of it; nothing where they
 * say nothing. Put together here, as a page has thousands.
 */
export function proofText(slots: Slots, slot: number): string {
  const at = slots.chargedAt[slot]!;
  const worked = slots.worked[slot]!;
  const tried = worked + slots.failed[slot]!;
  if (at === 0 && tried < FEWEST_STARTS) return "";
  const kw = slots.chargedKw[slot]!;
  const power = kw === NO_KW ? null : kw;
  const last = at === 0 ? null : `{"at":"${instantText(at)}","power_kw":${power}}`;
  const starts = tried < FEWEST_STARTS ? null : `{"tried":${tried},"worked":${worked}}`;
  return `,"proof":{"last_charged":${last},"starts":${starts}}`;
}

const instants = new Map<number, string>();
const MOST_INSTANTS = 10_000;

/** Charges end at full quarters of an hour, so few instants are many stations'. */
function instantText(ms: number): string {
  const known = instants.get(ms);
  if (known !== undefined) return known;
  if (instants.size >= MOST_INSTANTS) instants.clear();
  const text = new Date(ms).toISOString();
  instants.set(ms, text);
  return text;
}

/** The same for the order. Every location that passes is asked, so without a date. */
export function orderProofAt(slots: Slots, slot: number, now: Date): StationProof {
  const at = slots.chargedAt[slot]!;
  return {
    chargedHoursAgo: at === 0 ? null : hoursBetween(at, now),
    worked: slots.worked[slot]!,
    failed: slots.failed[slot]!,
  };
}

export function fillProof(slots: Slots, slot: number, of: ProofFigures): void {
  slots.worked[slot] = of.worked;
  slots.failed[slot] = of.failed;
  slots.chargedAt[slot] = of.charged_at?.getTime() ?? 0;
  slots.chargedKw[slot] = of.power_kw ?? NO_KW;
  slots.isProofRead[slot] = 1;
}

/** For a location that is new in its slot: figures are read with the next that changed. */
export function forgetProof(slots: Slots, slot: number): void {
  fillProof(slots, slot, NO_PROOF);
  slots.isProofRead[slot] = 0;
}
