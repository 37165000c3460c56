import type { Session } from "@voltmarg/contract";
import { headlinePrice, planCharge, type PriceChange, type Prices } from "@voltmarg/rules";
import { changeWords } from "../../prices/change-text.ts";
import { readable, runningPrices } from "../../prices/lead-price.ts";
import { liveCopy } from "./live-copy.ts";
import { sessionClock, sessionSeconds } from "./live-state.ts";

type PriceNow = { prices: Prices; later: PriceChange[] };

/** How far ahead a change of price is shown. Within a day, a time needs no date. */
const AHEAD_MINUTES = 12 * 60;

/**
 * What a running charge pays at `now` (wall clock), and how that changes at the pace so far.
 * Null: no tariff, or none that can be read, or the charge has not begun.
 */
function priceNow(session: Session, now: number): PriceNow | null {
  const { tariff, start_date_time, location } = session;
  const at = sessionClock(session, now);
  const seconds = sessionSeconds(session, now);
  if (!tariff || start_date_time === null || at === null || seconds === null) return null;
  const start = new Date(start_date_time);
  return readable(() => {
    const powerKw = pace(session, seconds);
    if (powerKw === null)
      return { prices: headlinePrice(tariff, location.time_zone, start), later: [] };
    const { priceChanges } = planCharge({
      tariff,
      timeZone: location.time_zone,
      start,
      powerKw,
      vehicle: null,
      choice: { by: "TIME", minutes: seconds / 60 + AHEAD_MINUTES },
    });
    const past = priceChanges.filter((change) => Date.parse(change.at) <= at);
    const prices =
      past.at(-1)?.after ??
      priceChanges[0]?.before ??
      headlinePrice(tariff, location.time_zone, start, powerKw);
    return { prices, later: priceChanges.slice(past.length) };
  });
}

/** Average kW from the start to the last meter value; before there is one, the power of the plug. */
function pace({ kwh, power_kw, connector }: Session, seconds: number): number | null {
  if (kwh !== null && kwh > 0 && seconds > 0) return kwh / (seconds / 3600);
  return power_kw || connector.powerInKwh;
}

/** The prices now and their next changes, one line each; empty when they are not known. */
export function priceNowWords(session: Session, now: number): string[] {
  const found = priceNow(session, now);
  if (!found || !session.start_date_time) return [];
  const start = new Date(session.start_date_time);
  const changes = found.later
    .map((change) => changeWords(change, start, session.location.time_zone))
    .filter((line) => line !== null);
  const running = runningPrices(found.prices);
  return [...(running === null ? [] : [liveCopy.priceNow(running)]), ...changes.slice(0, 1)];
}
