import type { Session } from "@voltmarg/contract";
import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import { Link } from "../../ui/router.tsx";
import { useLiveConnection } from "../../api/live/live-connection.ts";
import { paths } from "../../paths.ts";
import { unitCopy } from "../../ui/copy.ts";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { clock, inr, km, when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { chargerOf } from "./plug-text.ts";
import { copy } from "./copy.ts";
import { spanWords } from "./limit-text.ts";
import {
  isFull,
  isSilent,
  minutesLeft,
  progress,
  quarter,
  sessionClock,
  sessionSeconds,
} from "./live-state.ts";
import { LiveRing } from "./LiveRing.tsx";
import { PowerChart } from "./PowerChart.tsx";
import { parkingWords } from "./parking-text.ts";
import { priceNowWords } from "./price-now.ts";
import { StopBar } from "./StopBar.tsx";
import { useNow } from "../../ui/use-now.ts";

export function LiveScreen({ session }: { session: Session }) {
  const now = useNow(1000);
  const navigate = useNavigate();
  const zone = session.location.time_zone;
  const silent = isSilent(session, now);
  const flowing = session.step === "FLOWING" && !silent;
  const way = progress(session, now);
  const full = flowing && isFull(session);
  const left = flowing && !full ? minutesLeft(session, now) : null;
  const at = sessionClock(session, now);
  const end = left === null || at === null ? null : at + left * 60_000;
  const seconds = sessionSeconds(session, now);
  const cost = session.cost_minor === null ? null : inr(session.cost_minor);
  return (
    <Screen
      title={session.location.name}
      small={`${chargerOf(session.evse_label)} · ${connectorName(session.connector.standard, session.connector.powerInKwh)}`}
      className="lv"
      back={<CaretDown size={26} aria-hidden="true" />}
      backLabel={copy.minimise}
      onBack={() => void navigate(paths.tabs)}
      actions={
        <Link className="iconbtn" to={paths.support} aria-label={copy.help}>
          <Lifebuoy size={26} aria-hidden="true" />
        </Link>
      }
      barFooter="bare"
      footer={<StopBar session={session} />}
    >
      <LiveRing {...{ session, silent, way, full }} />
      {full ? (
        <FullNote session={session} now={now} />
      ) : (
        <p className="eta num">
          {silent ? (
            <b>
              {session.news_at ? copy.lastNews(when(session.news_at, zone).time) : copy.waitingNews}
            </b>
          ) : left !== null && end !== null ? (
            <>
              <b>{copy.left(spanWords(left))}</b>{" "}
              <span className="ink2">
                · {copy.stopsNear(when(new Date(end).toISOString(), zone).time)}
              </span>
            </>
          ) : (
            <span className="ink2">{waiting(session, way !== null)}</span>
          )}
        </p>
      )}
      {flowing && !full ? <PriceLines session={session} /> : null}
      <dl className="grid num">
        <Metric
          label={copy.powerNow}
          value={flowing && session.power_kw !== null ? session.power_kw.toFixed(1) : null}
          unit="kW"
        />
        <Metric
          label={copy.energy}
          value={session.kwh === null ? null : session.kwh.toFixed(2)}
          unit="kWh"
        />
        <Metric
          label={copy.time}
          value={seconds === null ? null : clock(seconds)}
          unit={seconds !== null && seconds >= 3600 ? unitCopy.hour : unitCopy.minute}
        />
        {session.state_of_charge !== null ? (
          <Metric
            label={`${copy.battery}${session.range_km === null ? "" : `, +${km(session.range_km)}`}`}
            value={String(Math.round(session.state_of_charge))}
            unit="%"
          />
        ) : (
          <Metric
            label={copy.rangeAbout}
            value={session.range_km === null ? null : `+${Math.round(session.range_km)}`}
            unit={unitCopy.km}
          />
        )}
      </dl>
      <div className="curve">
        <div className="ct">
          <span className="cap ink2">{copy.powerChart}</span>
          {silent ? null : <LiveAge session={session} now={now} />}
        </div>
        <PowerChart session={session} end={end} />
      </div>
      {silent ? <SilentNote session={session} /> : null}
      <output className="sr-only">
        {parkingWords(session, now) ??
          (way?.share == null || quarter(way.share) === 0
            ? ""
            : copy.progress(quarter(way.share), way.by === "MONEY" ? null : cost))}
      </output>
    </Screen>
  );
}

function waiting({ step }: Session, limited: boolean): string {
  if (step === "STOPPING") return copy.askingToStop;
  if (step === "ENDED" || step === "BILLED") return copy.waitingBill;
  return limited ? copy.stopsBySelf : copy.runsUntil;
}

function Metric({ label, value, unit }: { label: string; value: string | null; unit: string }) {
  return (
    <div className="metric">
      <dt className="k">{label}</dt>
      <dd className="v">
        {value ?? "–"}
        {value === null ? null : <small>{unit}</small>}
      </dd>
    </div>
  );
}

function LiveAge({ session, now }: { session: Session; now: number }) {
  const link = useLiveConnection();
  if (session.step === "ENDED" || session.news_at === null) return null;
  const seconds = Math.max(0, Math.round((now - Date.parse(session.news_at)) / 1000));
  const age =
    seconds < 60
      ? `${seconds} ${unitCopy.second}`
      : `${Math.floor(seconds / 60)} ${unitCopy.minute}`;
  return (
    <span className="cap ink3 num">
      {link === "live" || seconds < 15 ? copy.live(age) : copy.connecting}
    </span>
  );
}

/** The price of a kWh now, and when it changes next. */
function PriceLines({ session }: { session: Session }) {
  const now = useNow(15_000);
  const lines = useMemo(() => priceNowWords(session, now), [session, now]);
  return lines.length === 0 ? null : (
    <p className="rate sub ink2 num">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  );
}

/** The parking fee of a car that is full and still plugged in, and when it begins. */
function FullNote({ session, now }: { session: Session; now: number }) {
  return (
    <div className="pad lv-note">
      <Banner kind="info" className="num" title={copy.noPower}>
        {parkingWords(session, now)}
      </Banner>
    </div>
  );
}

/** Says that no update arrived for some time, so that the numbers above are old. */
function SilentNote({ session }: { session: Session }) {
  return (
    <div className="pad lv-note">
      <Banner kind="warn">{copy.noNewsText(session.location.operator_name)}</Banner>
    </div>
  );
}
