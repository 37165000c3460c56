import type { Location } from "@voltmarg/contract";
import { ago } from "../ui/format.ts";
import { copy } from "./copy.ts";

/** Texts for a row: when somebody last charged at the station, and how many starts worked. Empty: nothing is known. */
export function proofParts(proof: Location["proof"], now: number): string[] {
  const last = proof?.last_charged;
  const starts = proof?.starts;
  return [
    ...(last ? [copy.chargedHere(ago(last.at, now))] : []),
    ...(starts ? [copy.startsWorked(starts.worked, starts.tried)] : []),
  ];
}
