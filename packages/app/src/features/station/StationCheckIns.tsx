import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { CheckIn, Location, StationSummary } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { useState } from "react";
import { useSearchParams } from "../../ui/router.tsx";
import { useCheckInPhoto, useCheckIns } from "../../api/queries/check-ins.ts";
import { chargerName } from "../../locations/plugs.ts";
import { BlobImage } from "../../ui/BlobImage.tsx";
import { Button } from "../../ui/Button.tsx";
import { ago, when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { RowError } from "../../ui/Message.tsx";
import { CheckInDialog } from "./CheckInDialog.tsx";
import { OneCheckInDialog } from "./OneCheckInDialog.tsx";
import { checkInCopy as copy } from "./check-in-copy.ts";
import "./check-ins.css";

/** Shown before the driver asks for all. */
const FIRST = 3;

/** What drivers say of a station, and what the newest of it means. */
export function StationCheckIns({ location, now }: { location: Location; now: number }) {
  const asked = useSearchParams()[0].has("went");
  const [saying, setSaying] = useState(asked);
  const [one, setOne] = useState<CheckIn | null>(null);
  const [all, setAll] = useState(false);
  const list = useCheckIns(location.id);
  const pages = list.data?.pages;
  const said = pages?.flatMap(({ content }) => content) ?? [];
  const total = pages?.[0]?.total_elements ?? 0;

  return (
    <section className="pad check-ins" aria-labelledby="check-ins">
      <h2 id="check-ins" className="t3">
        {copy.title}
      </h2>
      {pages ? <Summary summary={pages[0]!.summary} zone={location.time_zone} now={now} /> : null}
      {list.isError && !pages ? (
        <RowError title={copy.failed} error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {pages && total === 0 ? <p className="sub ink2">{copy.none}</p> : null}
      <ul>
        {(all ? said : said.slice(0, FIRST)).map((each) => (
          <Row key={each.id} said={each} location={location} onOpen={() => setOne(each)} />
        ))}
      </ul>
      {all ? (
        <InfiniteEnd list={list} label={copy.more} errorTitle={copy.failed} />
      ) : total > FIRST ? (
        <Button kind="quiet" small onClick={() => setAll(true)}>
          {copy.all(total)}
        </Button>
      ) : null}
      <Button kind="secondary" small aria-haspopup="dialog" onClick={() => setSaying(true)}>
        {copy.say}
      </Button>
      {saying ? <CheckInDialog location={location} onClose={() => setSaying(false)} /> : null}
      {one ? <OneCheckInDialog said={one} onClose={() => setOne(null)} /> : null}
    </section>
  );
}

function Summary({ summary, zone, now }: { summary: StationSummary; zone: string; now: number }) {
  const { failing, last_worked_at: worked } = summary;
  return (
    <>
      {failing ? (
        <p className="check-ins-failing num">
          <WarningCircle size={20} weight="fill" aria-hidden="true" />
          {copy.failing(failing.drivers, sinceOf(failing.since, zone, now))}
        </p>
      ) : null}
      {worked ? <p className="sub ink2 num">{copy.worked(ago(worked, now))}</p> : null}
    </>
  );
}

/** The time today, else the day. */
function sinceOf(instant: string, zone: string, now: number): string {
  const at = when(instant, zone);
  return at.fullDate === when(new Date(now).toISOString(), zone).fullDate ? at.time : at.date;
}

function Row({
  said,
  location,
  onOpen,
}: {
  said: CheckIn;
  location: Location;
  onOpen: () => void;
}) {
  const evse = location.evses.find(({ uid }) => uid === said.evse_uid);
  const who = said.mine ? copy.you : said.vehicle ? copy.driverWith(said.vehicle) : copy.someDriver;
  const Icon = said.worked ? CheckCircle : WarningCircle;
  return (
    <li className="check-in">
      <p className={said.worked ? "check-in-ok" : "check-in-bad"}>
        <Icon size={20} weight="fill" aria-hidden="true" />
        {said.reason ? copy.reasons[said.reason] : copy.itWorked}
        {evse && location.evses.length > 1 ? ` · ${chargerName(evse)}` : ""}
      </p>
      {said.text ? <p dir="auto">{said.text}</p> : null}
      {said.photo ? <Photo id={said.id} /> : null}
      <p className="sub ink2 num check-in-who">
        {/* A day has no hour: noon in any zone of India is that day. */}
        {`${who} · ${when(`${said.day}T06:30:00Z`, INDIA_ZONE).date}`}
        <Button kind="quiet" small aria-haspopup="dialog" onClick={onOpen}>
          {said.mine ? copy.remove : copy.report}
        </Button>
      </p>
    </li>
  );
}

function Photo({ id }: { id: string }) {
  const photo = useCheckInPhoto(id);
  if (photo.isError) return null;
  return photo.data ? (
    <BlobImage className="check-in-photo" image={photo.data} alt={copy.photo} />
  ) : (
    <i className="sk check-in-photo" />
  );
}
