import type { CSSProperties } from "react";
import type { DaySpan } from "../../prices/day-prices.ts";
import { copy } from "../../locations/copy.ts";

const HOURS = [0, 6, 12, 18, 24];
/** Of the day: narrower ones have no room for their price. */
const WIDE = 0.2;
/** How high the lowest price stands, of the highest. */
const LOWEST = 0.4;

/** The prices of today as a strip, higher where it costs more; to a screen reader a list. */
export function DayPrices({ spans }: { spans: readonly DaySpan[] }) {
  const most = Math.max(...spans.map(({ minor }) => minor));
  const least = Math.min(...spans.map(({ minor }) => minor));
  const height = (minor: number) => LOWEST + ((1 - LOWEST) * (minor - least)) / (most - least || 1);
  return (
    <>
      <div className="day-strip" aria-hidden="true">
        {spans.map(({ from, minor, price, share, now }) => (
          <div
            key={from}
            className={now ? "day-span is-now" : "day-span"}
            style={{ "--share": share, "--height": height(minor) } as CSSProperties}
          >
            {share >= WIDE ? <span className="cap num">{price.split("/")[0]}</span> : null}
            <i />
          </div>
        ))}
      </div>
      <div className="day-hours cap ink2 num" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <ul className="sr-only" aria-label={copy.pricesToday}>
        {spans.map(({ from, until, price }) => (
          <li key={from}>{copy.priceSpan(from, until, price)}</li>
        ))}
      </ul>
    </>
  );
}
