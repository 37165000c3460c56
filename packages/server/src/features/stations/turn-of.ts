import type { Connector, Tariff } from "@voltmarg/contract";
import { priceTurn } from "@voltmarg/rules";

type Turn = Pick<Connector, "price_turn">;
type Known = { minute: number; timeZone: string; turn: Turn };

const MINUTE_MS = 60_000;
const known = new WeakMap<Tariff, Known>();

/** When this price changes next by the clock, reckoned once a minute for all plugs of a tariff. */
export function turnOf(tariff: Tariff, timeZone: string, now: Date): Turn {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const found = known.get(tariff);
  if (found?.minute === minute && found.timeZone === timeZone) return found.turn;
  const next = priceTurn(tariff, timeZone, now);
  const turn: Turn = next
    ? {
        price_turn: {
          at: next.at,
          unit: next.unit,
          difference_minor: Number(next.differenceMinor),
        },
      }
    : {};
  known.set(tariff, { minute, timeZone, turn });
  return turn;
}
