import type { SharedTrip, TripStopNow } from "@voltmarg/contract";
import { Fragment, type ReactNode } from "react";
import { decimal, distance, duration } from "../../ui/format.ts";
import { tripCopy as copy } from "./copy.ts";
import { StopCard } from "./StopCard.tsx";
import type { Progress } from "./trip-progress.ts";
import { clockOf, type Timed } from "./trip-times.ts";

type Way = Timed & { plan: SharedTrip; stops_now?: TripStopNow[] | null };

/** From start to end: where one is when, what the legs are like, and each stop with its number. */
export function PlanWay({
  trip,
  progress,
  links = true,
  children,
}: {
  trip: Way;
  progress?: Progress;
  /** Whether stations lead to their screens: not for somebody who is not signed in. */
  links?: boolean;
  /** What can be done about the next stop. */
  children?: ReactNode;
}) {
  const { plan } = trip;
  const [next, at] = [progress?.next ?? null, progress?.at ?? null];
  return (
    <section className="trip-way">
      <h2 className="sr-only">{copy.way}</h2>
      <ol>
        <li className="trip-point">
          <Moment instant={plan.departs_at} trip={trip} />
          <span className="trip-node" aria-hidden="true" />
          <p className="title--m">{plan.start.name ?? copy.start}</p>
        </li>
        {plan.stops.map((stop, nth) => (
          <Fragment key={stop.station.id}>
            <Leg leg={plan.legs[nth]!} />
            <li
              className={`trip-point trip-point--stop${nth === next ? " is-next" : ""}`}
              aria-current={nth === next ? "step" : undefined}
            >
              <Moment instant={stop.arrives_at} trip={trip} />
              <span className="trip-node trip-node--stop num" aria-hidden="true">
                {decimal(nth + 1, 0)}
              </span>
              <StopCard
                stop={stop}
                number={nth + 1}
                links={links}
                now={trip.stops_now?.[nth] ?? null}
                part={
                  nth === at
                    ? "CHARGING"
                    : nth === next
                      ? "NEXT"
                      : trip.begun_at && (next === null || nth < next)
                        ? "PASSED"
                        : null
                }
              >
                {nth === next ? children : null}
              </StopCard>
            </li>
          </Fragment>
        ))}
        <Leg leg={plan.legs.at(-1)!} />
        <li className="trip-point">
          <Moment instant={plan.arrives_at} trip={trip} />
          <span className="trip-node trip-node--end" aria-hidden="true" />
          <p className="title--m">{plan.end.name ?? copy.end}</p>
        </li>
      </ol>
    </section>
  );
}

function Moment({ instant, trip }: { instant: string; trip: Timed }) {
  const { time, day } = clockOf(instant, trip);
  return (
    <p className="trip-time num">
      <time dateTime={instant}>
        {time}
        {day ? <span className="cap ink2">{day}</span> : null}
      </time>
    </p>
  );
}

const Leg = ({ leg }: { leg: SharedTrip["legs"][number] }) => (
  <li className="trip-leg sub ink2 num">
    <span className="sr-only">{copy.drive}</span> {distance(leg.km)} · {duration(leg.minutes)}
  </li>
);
