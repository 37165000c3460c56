import type { PricedSession } from "@voltmarg/rules";
import type { PriceCase } from "./price-case.ts";
import { table } from "./print-answer.ts";

/**
 * A price for a person to check: the periods as read, every line with its reason, the effect of a limit, the totals.
 */
export function explain(
  { tariff, session }: PriceCase,
  priced: PricedSession,
  notes: readonly string[],
): string {
  const { adjustment } = priced;
  const rounded = [twoDecimals(priced.exclMinor), twoDecimals(priced.inclMinor)];
  const heads = ["What", "Quantity", "Price", "VAT", "Excl. VAT", "Incl. VAT", "Why"];
  const rows = [
    ...priced.lines.map((line) => [
      words[line.dimension],
      line.unit === "session" ? line.quantity : `${line.quantity} ${line.unit}`,
      line.unitPrice,
      line.vat === null ? "none" : `${line.vat}%`,
      line.exclVat,
      line.inclVat,
      line.reason,
    ]),
    ...(adjustment ? [limitRow(adjustment)] : []),
    ["Total", "", "", "", priced.exclVat, priced.inclVat, "exact"],
    ["Rounded", "", "", "", ...rounded, "once, half up, to two decimals"],
  ];
  const head = [
    `Tariff ${tariff.id || "without id"}${tariff.currency && `, ${tariff.currency}`}`,
    `Session ${session.start_date_time} to ${session.end_date_time}, local times of ${session.time_zone}`,
    `${priced.energyKwh} kWh, charging ${minutes(priced.chargingSeconds)}, parking ${minutes(priced.parkingSeconds)}`,
  ];
  return [...head, ...notes, "", table(heads, rows)].join("\n");
}

const limitRow = ({ kind, exclVat, inclVat }: NonNullable<PricedSession["adjustment"]>) => [
  kind === "MIN_PRICE" ? "Minimum price" : "Maximum price",
  "",
  "",
  "",
  exclVat,
  inclVat,
  "what the limit adds to the lines",
];

const words: Record<PricedSession["lines"][number]["dimension"], string> = {
  ENERGY: "Energy",
  TIME: "Charging time",
  PARKING_TIME: "Parking time",
  FLAT: "Fee",
  RESERVATION_TIME: "Reservation time",
  RESERVATION_FLAT: "Booking fee",
};

/** Hundredths of the currency as 12.30. */
export function twoDecimals(minor: bigint): string {
  const digits = minor.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? "" : ` ${seconds % 60} s`}`;
}
