import type { Location } from "@voltmarg/contract";
import { ago, kw } from "../../ui/format.ts";
import { stationCopy as copy } from "./copy.ts";

/** That it works: when somebody last charged here, and how many starts went well of late. */
export function StationProof({ proof, now }: { proof: Location["proof"]; now: number }) {
  const last = proof?.last_charged;
  const starts = proof?.starts;
  if (!last && !starts) return null;
  return (
    <ul className="pad st-proof num">
      {last ? (
        <li className="sub ink2">
          {last.power_kw === null
            ? copy.lastCharged(ago(last.at, now))
            : copy.lastChargedWith(ago(last.at, now), kw(last.power_kw))}
        </li>
      ) : null}
      {starts ? (
        <li className="sub ink2">{copy.startsWorked(starts.worked, starts.tried)}</li>
      ) : null}
    </ul>
  );
}
