import type { SharedTrip, TripPlan } from "@voltmarg/contract";
import { aboutKwh, distance, duration, inr, wholeInr } from "../../ui/format.ts";
import { tripCopy as copy } from "./copy.ts";
import { clockOf, percent, type Timed } from "./trip-times.ts";

type Head = Timed & { plan: SharedTrip };

/** When one arrives, and how long that takes. */
export function PlanHead({ trip }: { trip: Head }) {
  const { plan } = trip;
  const { time, day } = clockOf(plan.arrives_at, trip);
  return (
    <section className="trip-head">
      <h2 className="cap ink2">{copy.arrives}</h2>
      <p className="trip-arrival num">
        {time}
        {day ? <span className="t3"> {day}</span> : null}
      </p>
      <p className="num">{copy.summary(distance(plan.km), duration(plan.minutes))}</p>
      <p className="ink2 num">
        {copy.stops(plan.stops.length)}
        {plan.charge_minutes > 0 ? ` · ${copy.charging(duration(plan.charge_minutes))}` : ""}
      </p>
    </section>
  );
}

/** What the trip costs beside petrol, and what it takes from the battery. */
export const PlanFacts = ({ plan }: { plan: TripPlan }) => (
  <dl className="trip-facts num">
    <Fact
      name={copy.cost}
      value={plan.price_minor === null ? copy.notKnown : inr(plan.price_minor)}
    />
    <Fact name={copy.petrol} value={copy.about(wholeInr(plan.petrol_minor))} />
    <Fact name={copy.batteryThere} value={percent(plan.arrive_percent)} />
    <Fact name={copy.energy} value={aboutKwh(plan.kwh)} />
  </dl>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="cap ink2">{name}</dt>
    <dd>{value}</dd>
  </div>
);
