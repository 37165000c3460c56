import { CaretUp } from "@phosphor-icons/react/dist/csr/CaretUp";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import type { Session } from "@voltmarg/contract";
import { Link } from "../ui/router.tsx";
import { paths } from "../paths.ts";
import { listed } from "../ui/format.ts";
import { useNow } from "../ui/use-now.ts";
import { shellCopy } from "./copy.ts";
import { type SessionLines, sessionLines } from "./session-summary.ts";

/** Always above the tab bar while something charges or starts. */
export function SessionBar({ sessions }: { sessions: Session[] }) {
  const now = useNow();
  const first = sessions.find((session) => session.status === "ACTIVE") ?? sessions[0];
  if (!first) return null;
  const several = sessions.length > 1;
  const { lead, place, rest }: SessionLines = several
    ? {
        lead: shellCopy.severalCharges(sessions.length),
        place: listed(sessions.map((session) => session.location.name)),
        rest: null,
      }
    : sessionLines(first, now);
  const to = several
    ? paths.ongoing
    : first.status === "ACTIVE"
      ? paths.live(first.id)
      : paths.starting(first.id);
  return (
    <aside aria-label={shellCopy.charging}>
      <Link className="session" to={to}>
        <span className="bolt">
          <Lightning size={24} weight="fill" aria-hidden="true" />
        </span>
        <span className="grow">
          <span className="val num one">{lead}</span>
          <span className="cap num">
            <span className="one">{place}</span>
            {rest === null ? null : <span>{`\u00a0· ${rest}`}</span>}
          </span>
        </span>
        <span className="iconbtn" aria-hidden="true">
          <CaretUp size={24} weight="bold" />
        </span>
      </Link>
    </aside>
  );
}
