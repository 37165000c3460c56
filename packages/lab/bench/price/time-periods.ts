import {
  fromOcpiPeriods,
  type OcpiChargingPeriod,
  priceSession,
  type PriceSessionInput,
  type Tariff,
} from "@voltmarg/rules";

const periodMs = 300_000;
const tries = 5;

/**
 * Milliseconds of processor time to read and price one session of `count` charging periods of five minutes, on a
 * tariff with a price for every hour of the day. The hours begin within periods, so about 8,300 of 100,000 are split.
 * It is the median of five runs, of which the first one runs without a warm-up.
 */
export function timePeriods(count: number): number {
  const { tariff, start, end, periods } = longSession(count);
  const times = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    const input: PriceSessionInput = {
      tariff,
      timeZone: "Asia/Kolkata",
      start,
      end,
      periods: fromOcpiPeriods(periods, start, end),
    };
    priceSession(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(tries / 2)]!;
}

function longSession(count: number) {
  const begin = Date.UTC(2026, 0, 5, 4, 0, 17);
  const instant = (index: number) => new Date(begin + index * periodMs).toISOString();
  const periods = Array.from({ length: count }, (_, index): OcpiChargingPeriod => ({
    start_date_time: instant(index),
    dimensions: [
      { type: "ENERGY", volume: ((index * 7919) % 9973) / 10_000 },
      { type: index % 12 === 11 ? "PARKING_TIME" : "TIME", volume: 0.0833 },
    ],
  }));
  return { tariff: hourly(), start: instant(0), end: instant(count), periods };
}

function hourly(): Tariff {
  const clock = (hour: number) => `${String(hour % 24).padStart(2, "0")}:00`;
  return {
    country_code: "IN",
    party_id: "VMG",
    id: "HOURLY",
    currency: "INR",
    elements: Array.from({ length: 24 }, (_, hour) => ({
      price_components: [
        { type: "ENERGY", price: 9 + hour / 4, vat: 18, step_size: 1 },
        { type: "TIME", price: 3 + hour, vat: 18, step_size: 60 },
        { type: "PARKING_TIME", price: 30 + hour, vat: 18, step_size: 300 },
      ],
      restrictions: { start_time: clock(hour), end_time: clock(hour + 1) },
    })),
    last_updated: "2026-01-01T00:00:00Z",
  };
}
