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
import { clock, kept, kw, roughDuration, timeWithDay, when } from "../../ui/format.ts";
import { ratedKw } from "../../locations/plugs.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { chargerOf } from "../../ui/charger-of.ts";
import { copy } from "./copy.ts";
import { liveCopy } from "./live-copy.ts";
import {
  isFull,
  isSilent,
  minutesLeft,
  progress,
  sessionClock,
  sessionSeconds,
} from "./live-state.ts";
import { LiveNews } from "./LiveNews.tsx";
import { LiveRing } from "./LiveRing.tsx";
import { isWeak, possibleKw } from "./power-curve.ts";
import { PowerChart } from "./PowerChart.tsx";
import { parkingWords } from "./parking-text.ts";
import { priceNowWords } from "./price-now.ts";
import { StopBar } from "./StopBar.tsx";
import { useLater } from "../../ui/use-later.ts";
import { useNow } from "../../ui/use-now.ts";
import { useOnline } from "../../ui/use-online.ts";

export function LiveScreen({ session }: { session: Session }) {
  const online = useOnline();
  const ticking = useNow(1000);
  // Offline, the clock stops at the last update: the screen does not extrapolate what it does not know.
  const now = online ? ticking : Date.parse(session.news_at ?? session.requested_at);
  const navigate = useNavigate();
  const zone = session.location.time_zone;
  const silent = isSilent(session, now) || (!online && session.status === "ACTIVE");
  const flowing = session.step === "FLOWING" && !silent;
  const way = progress(session, now);
  const full = flowing && isFull(session);
  const left = flowing && !full ? minutesLeft(session, now) : null;
  const at = sessionClock(session, now);
  const end = left === null || at === null ? null : at + left * 60_000;
  const seconds = sessionSeconds(session, now);
  // What lies below the first view is drawn a moment later.
  const lower = useLater();
  // Whole minutes, as it is shown: the chart is not drawn anew each second.
  const endMinute = end === null ? null : Math.round(end / 60_000) * 60_000;
  return (
    <Screen
      title={session.location.name}
      small={`${chargerOf(session.evse_label)} · ${connectorName(session.connector.standard, session.connector.powerInKwh)}`}
      className="lv"
      back={<CaretDown size={26} aria-hidden="true" />}
      backLabel={liveCopy.minimise}
      onBack={() => void navigate(paths.tabs)}
      actions={
        <Link className="iconbtn" to={paths.support} aria-label={liveCopy.help}>
          <Lifebuoy size={26} aria-hidden="true" />
        </Link>
      }
      barFooter="bare"
      // Without a chart nothing in it takes the focus.
      text={silent}
      footer={<StopBar session={session} />}
    >
      <LiveRing {...{ session, silent, online, way, full }} />
      {full ? (
        <FullNote session={session} now={now} />
      ) : (
        <p className="eta num">
          {silent ? (
            <b>
              {session.news_at
                ? liveCopy.lastNews(when(session.news_at, zone).time)
                : liveCopy.waitingNews}
            </b>
          ) : left !== null && end !== null ? (
            <>
              <b>{liveCopy.left(roughDuration(left))}</b>{" "}
              <span className="ink2">
                · {liveCopy.stopsNear(timeWithDay(end, zone, at ?? end))}
              </span>
            </>
          ) : (
            <span className="ink2">{waiting(session, way !== null)}</span>
          )}
        </p>
      )}
      {flowing && !full ? <PriceLines session={session} /> : null}
      {silent ? <SilentNote {...{ session, online }} /> : null}
      {session.meter_fell && !silent ? (
        <p className="pad sub ink2">{liveCopy.meterFell(session.location.operator_name)}</p>
      ) : null}
      <dl className="grid num">
        <Metric
          label={liveCopy.powerNow}
          value={flowing && session.power_kw !== null ? session.power_kw.toFixed(1) : null}
          unit="kW"
        />
        <Metric
          label={copy.energy}
          value={session.kwh === null ? null : session.kwh.toFixed(2)}
          unit="kWh"
        />
        <Metric
          label={liveCopy.time}
          value={seconds === null ? null : clock(seconds)}
          unit={seconds !== null && seconds >= 3600 ? unitCopy.hour : unitCopy.minute}
        />
        {session.state_of_charge === null ? null : (
          <Metric label={liveCopy.batteryNow} value={batteryWords(session)} />
        )}
        {session.state_of_charge !== null && session.range_km === null ? null : (
          <Metric
            label={liveCopy.rangeAdded}
            value={session.range_km === null ? null : kept(`+${Math.round(session.range_km)}`)}
            unit={unitCopy.km}
          />
        )}
      </dl>
      {flowing && !full && isWeak(session) ? <WeakNote session={session} /> : null}
      <div className="curve">
        <div className="ct">
          <span className="cap ink2">{liveCopy.powerChart}</span>
          {silent ? null : <LiveAge session={session} now={now} />}
        </div>
        {lower ? <PowerChart session={session} end={endMinute} /> : <div className="chart" />}
      </div>
      <LiveNews view={{ session, now, online, silent, full, way, left }} />
    </Screen>
  );
}

function waiting({ step }: Session, limited: boolean): string {
  if (step === "STOPPING") return liveCopy.askingToStop;
  if (step === "ENDED" || step === "BILLED") return liveCopy.waitingBill;
  return limited ? liveCopy.stopsBySelf : liveCopy.runsUntil;
}

/** Chargers report 0 % for a battery they do not know; a vehicle that stands at one is never so empty. */
const batteryWords = ({ state_of_charge: charge }: Session): string | null =>
  charge === null || charge === 0 ? null : `${Math.round(charge)}%`;

function Metric({ label, value, unit }: { label: string; value: string | null; unit?: string }) {
  return (
    <div className="metric">
      <dt className="k">{label}</dt>
      <dd className="v">
        {value ?? "–"}
        {value === null || unit === undefined ? null : <small>{unit}</small>}
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
      {link === "live" || seconds < 15 ? liveCopy.live(age) : liveCopy.connecting}
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
      <Banner kind="info" className="num" title={liveCopy.noPower}>
        {parkingWords(session, now)}
      </Banner>
    </div>
  );
}

/** Far less power than plug and vehicle can do together: what it may come from, and who helps. */
function WeakNote({ session }: { session: Session }) {
  return (
    <div className="pad lv-note">
      <Banner kind="info" className="num" title={liveCopy.weakTitle(kw(session.power_kw ?? 0))}>
        <p>{liveCopy.weakText(ratedKw(possibleKw(session) ?? 0))}</p>
        <ButtonLink kind="quiet" small to={paths.support}>
          {liveCopy.help}
        </ButtonLink>
      </Banner>
    </div>
  );
}

/** Says that no update arrived for some time, or can arrive, so that the numbers above are old. */
function SilentNote({ session, online }: { session: Session; online: boolean }) {
  const { news_at, requested_at, location } = session;
  const { time } = when(news_at ?? requested_at, location.time_zone);
  return (
    <div className="pad lv-note">
      <Banner kind="warn" className="num">
        {online ? liveCopy.noNewsText(location.operator_name) : liveCopy.offlineText(time)}
      </Banner>
    </div>
  );
}
