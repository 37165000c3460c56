import type { Location } from "@voltmarg/contract";
import { ago } from "../ui/format.ts";
import { copy } from "./copy.ts";

/** What drivers' charges say of a station, for a row; null: nothing. */
export function proofLine(proof: Location["proof"], now: number): string | null {
  const last = proof?.last_charged;
  const starts = proof?.starts;
  const parts = [
    last && copy.chargedHere(ago(last.at, now)),
    starts && copy.startsWorked(starts.worked, starts.tried),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : null;
}
