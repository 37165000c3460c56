import type { ProofFigures } from "../../stations/index.ts";
import type { Slots } from "./slots.ts";

/** Power that is not known. */
const NO_KW = -1;

export const NO_PROOF: ProofFigures = { worked: 0, failed: 0, charged_at: null, power_kw: null };

/** What drivers' charges say of a location. */
export function proofAt(slots: Slots, slot: number): ProofFigures {
  const at = slots.chargedAt[slot]!;
  const kw = slots.chargedKw[slot]!;
  return {
    worked: slots.worked[slot]!,
    failed: slots.failed[slot]!,
    charged_at: at === 0 ? null : new Date(at),
    power_kw: kw === NO_KW ? null : kw,
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
