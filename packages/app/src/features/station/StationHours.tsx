import type { Location } from "@voltmarg/contract";
import { exceptionRows, weekRows } from "./hours-text.ts";
import { stationCopy as copy } from "./copy.ts";
import { hoursLine } from "../../locations/location-text.ts";

/** The whole week with today marked, whether it is open now, and the days that differ. */
export function StationHours({ location, now }: { location: Location; now: number }) {
  const at = new Date(now);
  const week = weekRows(location, at);
  const exceptions = exceptionRows(location, at);
  const line = hoursLine(location, at);
  return (
    <section className="site-part" aria-labelledby="station-hours">
      <h2 id="station-hours" className="t3">
        {copy.hoursTitle}
      </h2>
      {week ? (
        <>
          <p className={`sub num ${location.isOpened === false ? "hours-closed" : "ink2"}`}>
            {location.isOpened === false ? `${line.head}. ${line.detail}` : line.detail}
          </p>
          <dl className="num">
            {week.map(({ day, hours, today }) => (
              <div key={day} className={`kv${today ? " is-today" : ""}`}>
                <dt>
                  {day}
                  {today ? <span className="tag tag--accent">{copy.today}</span> : null}
                </dt>
                <dd>{hours}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="sub ink2">{copy.hoursUnknown}</p>
      )}
      {exceptions.length > 0 ? (
        <>
          <h3 className="label site-sub">{copy.exceptions}</h3>
          <ul className="num">
            {exceptions.map((words) => (
              <li key={words} className="sub">
                {words}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
