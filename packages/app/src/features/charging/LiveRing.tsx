import type { Session } from "@voltmarg/contract";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { duration, inr, oneDecimal } from "../../ui/format.ts";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { liveCopy } from "./live-copy.ts";
import { limitWords } from "./limit-text.ts";
import type { Progress } from "./live-state.ts";

const R = 121.5;
const ROUND = 2 * Math.PI * R;

/** The ring that follows the chosen limit, with the money in its middle; a bar at large text. */
export function LiveRing({
  session,
  silent,
  online,
  way,
  full,
}: {
  session: Session;
  silent: boolean;
  online: boolean;
  way: Progress | null;
  full: boolean;
}) {
  const share = way?.share ?? null;
  const state = stateOf(
    session,
    silent ? (online ? liveCopy.noNews : liveCopy.offline) : null,
    full,
  );
  return (
    <div className={`ringw${silent ? " is-silent" : ""}`}>
      <svg width="264" height="264" viewBox="0 0 264 264" fill="none" aria-hidden="true">
        <circle cx="132" cy="132" r={R} className="gauge-track" strokeWidth="15" />
        {share === null ? null : (
          <circle
            cx="132"
            cy="132"
            r={R}
            className="gauge-arc is-moving"
            strokeWidth="15"
            transform="rotate(-90 132 132)"
            strokeDasharray={`${share * ROUND} ${ROUND}`}
          />
        )}
        {way ? <path d="M132 3v15" className="gauge-limit" strokeWidth="3" /> : null}
        {share === null ? null : (
          <g
            className="gauge-hand"
            style={{ transform: `rotate(${share * 360}deg)`, transformOrigin: "132px 132px" }}
          >
            <circle cx="132" cy="10.5" r="10" className="gauge-head" strokeWidth="2.2" />
          </g>
        )}
      </svg>
      <div className="mid">
        <span className={`status ${state.className}`}>
          {state.className === "available" ? (
            <Lightning size={18} weight="fill" aria-hidden="true" />
          ) : (
            <StatusGlyph kind={state.className} />
          )}
          {state.word}
        </span>
        <span className="v num">{session.cost_minor === null ? "–" : inr(session.cost_minor)}</span>
        <span className="ink2 num">
          {session.cost_minor === null
            ? liveCopy.priceUnknown
            : way
              ? liveCopy.ofLimit(doneWords(way), limitWords(way.by, way.limit))
              : liveCopy.noLimit}
        </span>
      </div>
      {share === null ? null : (
        <div className="ringbar" aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
          <b style={{ insetInlineStart: `${share * 100}%` }} />
        </div>
      )}
    </div>
  );
}

/** How much of a limit in money is used; the number above it shows the cost. */
function doneWords({ by, limit, share }: Progress): string | null {
  if (share === null || by === "MONEY") return null;
  const done = share * limit;
  if (by === "TIME") return duration(done);
  return by === "ENERGY" ? oneDecimal(done) : String(Math.round(done));
}

function stateOf(
  session: Session,
  /** Why nothing new is known; null: it is. */
  quiet: string | null,
  full: boolean,
): { word: string; className: "available" | "unknown" | "reserved" } {
  switch (session.step) {
    case "STOPPING":
      return { word: liveCopy.stopping, className: "reserved" };
    case "ENDED":
    case "BILLED":
      return { word: liveCopy.ended, className: "reserved" };
    case "FLOWING":
      if (full) return { word: liveCopy.fullState, className: "reserved" };
      return quiet
        ? { word: quiet, className: "unknown" }
        : { word: liveCopy.charging, className: "available" };
    default:
      return quiet
        ? { word: quiet, className: "unknown" }
        : { word: liveCopy.connectedState, className: "reserved" };
  }
}
