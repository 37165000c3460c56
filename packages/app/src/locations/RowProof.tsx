import type { Location } from "@voltmarg/contract";
import { proofParts } from "./proof-parts.ts";

/** That it works, in a row: when somebody last charged here, and how many starts went well of late. */
export function RowProof({ proof, now }: { proof: Location["proof"]; now: number }) {
  const parts = proofParts(proof, now);
  if (parts.length === 0) return null;
  return (
    <span className="sub ink2 num row-proof">
      {parts.map((part) => (
        <span key={part}>{part} </span>
      ))}
    </span>
  );
}
