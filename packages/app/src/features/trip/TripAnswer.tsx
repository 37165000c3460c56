import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import type { TripGap, TripPlan, TripStop } from "@voltmarg/contract";
import { useEffect, useRef } from "react";
import { paths } from "../../paths.ts";
import { aboutKwh, decimal, distance, duration, inr, kw, timeWithDay } from "../../ui/format.ts";
import { Link } from "../../ui/router.tsx";
import { tripCopy as copy } from "./copy.ts";

const INDIA = "Asia/Kolkata";
const percent = (value: number) => `${decimal(value, 0)}%`;
const clock = (instant: string) => timeWithDay(Date.parse(instant), INDIA, Date.now());

type Answer = { plan: TripPlan | null; gap: TripGap | null };

/** The plan as a list from start to end, or where it breaks. The heading gets the focus: it is what was asked for. */
export function TripAnswer({ answer: { plan, gap } }: { answer: Answer }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section className="trip-answer">
      <h2 ref={heading} className="t3" tabIndex={-1}>
        {plan ? copy.planned : copy.gap}
      </h2>
      {plan ? <Plan plan={plan} /> : null}
      {gap ? <Gap gap={gap} /> : null}
    </section>
  );
}

function Plan({ plan }: { plan: TripPlan }) {
  const { stops, legs } = plan;
  return (
    <>
      <p className="num">
        {copy.summary(distance(plan.km), duration(plan.minutes))} · {copy.stops(stops.length)}
      </p>
      <dl className="well num">
        <Fact name={copy.arrives} value={clock(plan.arrives_at)} />
        <Fact name={copy.batteryThere} value={percent(plan.arrive_percent)} />
        <Fact
          name={copy.cost}
          value={plan.price_minor === null ? copy.notKnown : inr(plan.price_minor)}
        />
        <Fact name={copy.petrol} value={inr(plan.petrol_minor)} />
      </dl>
      <ol className="rows trip-way">
        {stops.map((stop, nth) => (
          <li key={stop.station.id}>
            <Leg leg={legs[nth]!} />
            <Stop stop={stop} />
          </li>
        ))}
        <li>
          <Leg leg={legs.at(-1)!} />
          <p className="title--m">{plan.end.name ?? copy.end}</p>
        </li>
      </ol>
      <details className="trip-how">
        <summary>{copy.how}</summary>
        <ul>
          {plan.assumptions.map(({ of, value }) => (
            <li key={of} className="sub ink2 num">
              {copy.assumptions[of](
                value === null ? "" : of === "PETROL" ? inr(value) : decimal(value, 0, 1),
              )}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="kv">
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const Leg = ({ leg }: { leg: TripPlan["legs"][number] }) => (
  <p className="sub ink2 num">{copy.drive(distance(leg.km), duration(leg.minutes))}</p>
);

function Stop({ stop }: { stop: TripStop }) {
  const { station, spare } = stop;
  const waits = stop.wait_minutes > 0 ? `, ${copy.wait(duration(stop.wait_minutes))}` : "";
  return (
    <>
      <Link className="row trip-stop" to={paths.charger(station.id, stop.evse_uid)}>
        <span className="body">
          <b className="title--m">{station.name}</b>
          <span className="sub ink2 num">
            {copy.at(clock(stop.arrives_at))} · {kw(stop.power_kw)}
            {waits}
          </span>
          <span className="num">
            {copy.charge(
              percent(stop.arrive_percent),
              percent(stop.leave_percent),
              duration(stop.charge_minutes),
            )}
          </span>
          <span className="num">
            {stop.price_minor === null ? copy.notKnown : inr(stop.price_minor)}
          </span>
          {stop.doubtful ? <span className="sub trip-doubt">{copy.doubtful}</span> : null}
        </span>
        <CaretRight className="ink3 mirrored" size={20} weight="bold" aria-hidden="true" />
      </Link>
      <p className="sub ink2 num">
        {spare ? copy.spare(spare.name, distance(spare.km)) : copy.noSpare}
      </p>
    </>
  );
}

function Gap({ gap }: { gap: TripGap }) {
  return (
    <>
      <p className="num">
        {copy.gapText(decimal(gap.from_km, 0), decimal(gap.to_km, 0))}{" "}
        {copy.missing(aboutKwh(gap.missing_kwh))}
      </p>
      {gap.helps.length > 0 ? (
        <>
          <h3 className="title--m">{copy.helpsTitle}</h3>
          <ul>
            {gap.helps.map((help) => (
              <li key={help}>{copy.helps[help]}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
