import type { Location } from "@voltmarg/contract";
import { proofLine } from "./proof-line.ts";

/** That it works, in a row: when somebody last charged here, and how many starts went well of late. */
export function RowProof({ proof, now }: { proof: Location["proof"]; now: number }) {
  const line = proofLine(proof, now);
  return line ? <span className="sub ink2 num row-proof">{line}</span> : null;
}
