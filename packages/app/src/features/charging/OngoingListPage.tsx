import type { Session } from "@voltmarg/contract";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { Link } from "../../ui/router.tsx";
import { useUser } from "../../api/account/account.ts";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { inr, kw, roughDuration } from "../../ui/format.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { copy } from "./copy.ts";
import { liveCopy } from "./live-copy.ts";
import { limitWords } from "./limit-text.ts";
import { isSilent, minutesLeft, progress } from "./live-state.ts";
import { useNow } from "../../ui/use-now.ts";
import "./charging.css";

const R = 23.5;
const ROUND = 2 * Math.PI * R;

/** All charges of an account that may have several. */
export default function OngoingListPage() {
  const user = useUser();
  const now = useNow(5000);
  const open = useOpenSessions();
  const sessions = open.data;
  return (
    <Screen
      title={liveCopy.ongoingTitle}
      {...(sessions?.length ? { small: liveCopy.sessions(sessions.length) } : {})}
    >
      {sessions && sessions.length > 0 ? (
        <>
          <ul className="rows ongoing">
            {sessions.map((session) => (
              <li key={session.id}>
                <OngoingRow session={session} now={now} />
              </li>
            ))}
          </ul>
          {user.allow_multi_charging ? (
            <>
              <hr className="rule" />
              <p className="sub ink2 ongoing-note">{liveCopy.mayCharge}</p>
            </>
          ) : null}
        </>
      ) : sessions ? (
        <Empty
          title={liveCopy.noneTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.map}>
              {copy.toMap}
            </ButtonLink>
          }
        >
          {liveCopy.noneText}
        </Empty>
      ) : open.isError ? (
        <LoadError
          title={liveCopy.sessionFailed}
          error={open.error}
          onRetry={() => void open.refetch()}
        />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Screen>
  );
}

function OngoingRow({ session, now }: { session: Session; now: number }) {
  const active = session.status === "ACTIVE";
  const silent = isSilent(session, now);
  const way = progress(session, now);
  const left = silent ? null : minutesLeft(session, now);
  const share = way?.share ?? 0;
  const parts = [
    silent ? liveCopy.noNews : session.power_kw === null ? null : kw(session.power_kw),
    left === null ? null : liveCopy.aboutLeft(roughDuration(left)),
  ].filter(Boolean);
  return (
    <Link className="row" to={active ? paths.live(session.id) : paths.starting(session.id)}>
      <span className="mini" aria-hidden="true">
        <svg width="60" height="60" viewBox="0 0 60 60" fill="none">
          <circle cx="30" cy="30" r={R} className="gauge-track" strokeWidth="7" />
          {share > 0 ? (
            <circle
              cx="30"
              cy="30"
              r={R}
              className="gauge-arc"
              strokeWidth="7"
              transform="rotate(-90 30 30)"
              strokeDasharray={`${share * ROUND} ${ROUND}`}
            />
          ) : null}
          <path d="M30 3v7" className="gauge-limit" strokeWidth="3" />
          <g transform={`rotate(${share * 360} 30 30)`}>
            <circle cx="30" cy="6.5" r="6" className="gauge-head" strokeWidth="2.2" />
          </g>
        </svg>
        <Lightning size={22} weight="fill" />
      </span>
      <span className="body">
        <span className="title">{session.location.name}</span>
        <span className="sub ink2">
          {[session.vehicle?.model, connectorName(session.connector.standard)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <span className="dots num">
          <b className="t3">
            {active
              ? session.cost_minor === null
                ? "–"
                : inr(session.cost_minor)
              : liveCopy.starting}
          </b>
          {way ? (
            <span className="ink2">{liveCopy.ofWhole(limitWords(way.by, way.limit))}</span>
          ) : null}
        </span>
        {parts.length > 0 ? <span className="sub ink2 num">{parts.join(" · ")}</span> : null}
      </span>
      <CaretRight className="mirrored" size={24} aria-hidden="true" />
    </Link>
  );
}
