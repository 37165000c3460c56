import type { SharedTrip, TripStop, TripStopNow } from "@voltmarg/contract";
import { Warning } from "@phosphor-icons/react/dist/csr/Warning";
import type { ReactNode } from "react";
import type { StatusKind } from "../../ui/drawings/status-glyphs.ts";
import { connectorName } from "../../ui/drawings/connectors.ts";
import { distance, duration, inr } from "../../ui/format.ts";
import { ratedKw } from "../../locations/plugs.ts";
import { Link } from "../../ui/router.tsx";
import { StatusGlyph } from "../../ui/StatusGlyph.tsx";
import { paths } from "../../paths.ts";
import { tripCopy as copy } from "./copy.ts";
import { percent } from "./trip-times.ts";
import { wayCopy } from "./way-copy.ts";

/** Of one's own trip, or of a link, which says nothing of battery and price. */
type Stop = SharedTrip["stops"][number] &
  Partial<Pick<TripStop, "arrive_percent" | "leave_percent" | "price_minor">>;

/** What a stop is on a trip that has begun. */
export type Part = "CHARGING" | "NEXT" | "PASSED" | null;

const STATES = {
  FREE: "available",
  TAKEN: "busy",
  LOST: "fault",
  UNKNOWN: "unknown",
} as const satisfies Record<TripStopNow["state"], StatusKind>;

/** One stop: its plug, and what happens there in four numbers. */
export function StopCard({
  stop,
  number,
  links,
  now,
  part,
  children,
}: {
  stop: Stop;
  number: number;
  links: boolean;
  now: TripStopNow | null;
  part: Part;
  children?: ReactNode;
}) {
  const { station, spare } = stop;
  const name = links ? (
    <Link className="trip-name" to={paths.charger(station.id, stop.evse_uid)}>
      {station.name}
    </Link>
  ) : (
    station.name
  );
  return (
    <div className={`trip-stop${part === "PASSED" ? " is-passed" : ""}`}>
      <h3 className="title--m">
        <span className="sr-only">{copy.stopNumber(number)} </span>
        {name}
      </h3>
      {part ? (
        <p>
          <span className={`tag${part === "PASSED" ? "" : " tag--accent"}`}>
            {wayCopy.parts[part]}
          </span>
        </p>
      ) : null}
      <p className="sub ink2 num">
        {connectorName(stop.standard, stop.power_kw)}, {ratedKw(stop.power_kw)} · {station.operator}
      </p>
      <dl className="trip-numbers num">
        {stop.arrive_percent === undefined ? null : (
          <Number name={copy.arriveWith} value={percent(stop.arrive_percent)} />
        )}
        {stop.leave_percent === undefined ? null : (
          <Number name={copy.leaveWith} value={percent(stop.leave_percent)} />
        )}
        <Number name={copy.charge} value={duration(stop.charge_minutes)} />
        {stop.price_minor === undefined ? null : (
          <Number
            name={copy.withGst}
            value={stop.price_minor === null ? copy.notKnown : inr(stop.price_minor)}
          />
        )}
      </dl>
      {now && part !== "PASSED" ? (
        <p className={`status ${STATES[now.state]}`}>
          <StatusGlyph kind={STATES[now.state]} />
          {wayCopy.states[now.state](now.free, now.of)}
        </p>
      ) : null}
      {stop.expected && part !== "PASSED" ? (
        <p className="sub ink2 num">{copy.expected(stop.expected.free, stop.expected.of)}</p>
      ) : null}
      {stop.wait_minutes > 0 ? (
        <p className="sub ink2 num">{copy.wait(duration(stop.wait_minutes))}</p>
      ) : null}
      {stop.doubtful ? (
        <p className="sub trip-doubt">
          <Warning size={18} weight="bold" aria-hidden="true" />
          {copy.doubtful}
        </p>
      ) : null}
      {part === "PASSED" ? null : (
        <p className="sub ink2 num">
          {spare ? (
            <>
              {copy.spare}{" "}
              {links ? (
                <Link className="trip-spare" to={paths.station(spare.id)}>
                  {spare.name}
                </Link>
              ) : (
                spare.name
              )}
              , {copy.away(distance(spare.km))}
            </>
          ) : (
            copy.noSpare
          )}
        </p>
      )}
      {children}
    </div>
  );
}

const Number = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="cap ink2">{name}</dt>
    <dd>{value}</dd>
  </div>
);
