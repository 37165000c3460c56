import type { Connector, Vehicle } from "@voltmarg/contract";
import { memo } from "react";
import { dayPrices } from "../../prices/day-prices.ts";
import { nextPrice, priceLine } from "../../prices/lead-price.ts";
import { type TariffRow, tariffRows } from "../../prices/tariff-rows.ts";
import { copy } from "../../locations/copy.ts";
import { plugTitle } from "../../locations/plugs.ts";
import { DayPrices } from "./DayPrices.tsx";

/**
 * What the chosen plug costs now, and the day's prices where they turn; below, folded, every price that a charge of the
 * next day may meet.
 */
export const PlugPrice = memo(function PlugPrice({
  connector,
  vehicle,
  timeZone,
  now,
}: {
  connector: Connector;
  vehicle: Vehicle | undefined;
  timeZone: string;
  now: number;
}) {
  const at = new Date(now);
  const rows = tariffRows(connector, timeZone, at);
  const spans = dayPrices(connector, vehicle, timeZone, at);
  const line = spans && priceLine(connector, vehicle, timeZone, at);
  const next = nextPrice(connector, vehicle, timeZone, at);
  return (
    <section className="pad plug-price">
      <h2 className="t3">{copy.priceTitle}</h2>
      <p className="sub ink2 num">
        {plugTitle(connector)}.{" "}
        {connector.foreign_currency !== undefined
          ? copy.notPayable(connector.foreign_currency)
          : rows === null
            ? copy.priceMissing
            : copy.priceNoteSimple}
      </p>
      {spans && line ? (
        <>
          <p className="t3 num day-now">{copy.priceNow(line)}</p>
          {next ? <p className="sub ink2 num">{copy.priceUntil(next)}</p> : null}
          <DayPrices spans={spans} />
        </>
      ) : rows ? (
        <Rows rows={rows.now} />
      ) : null}
      {rows && (spans || rows.later.length > 0) ? (
        <details className="price-rest">
          <summary>{spans ? copy.allPrices : copy.pricesLater}</summary>
          {spans ? <Rows rows={rows.now} /> : null}
          {spans && rows.later.length > 0 ? <h3 className="cap ink2">{copy.pricesLater}</h3> : null}
          <Rows rows={rows.later} />
        </details>
      ) : null}
    </section>
  );
});

const Rows = ({ rows }: { rows: readonly TariffRow[] }) =>
  rows.length === 0 ? null : (
    <dl className="num">
      {rows.map(({ key, name, price, conditions }) => (
        <div key={key} className="kv">
          <dt>
            {name}
            {conditions.map((condition) => (
              <span key={condition} className="cap ink2">
                {condition}
              </span>
            ))}
          </dt>
          <dd>{price}</dd>
        </div>
      ))}
    </dl>
  );
