import type { PricedSession } from "@voltmarg/rules";
import type { PriceCase } from "./price-case.ts";

/**
 * A price for a person to check: the periods as read, every line with its reason, the effect of a limit, the totals.
 */
export function explain(
  { tariff, session }: PriceCase,
  priced: PricedSession,
  notes: readonly string[],
): string {
  const { adjustment } = priced;
  const rows = [
    ["What", "Quantity", "Price", "VAT", "Excl. VAT", "Incl. VAT", "Why"],
    ...priced.lines.map((line) => [
      words[line.dimension],
      line.unit === "session" ? line.quantity : `${line.quantity} ${line.unit}`,
      line.unitPrice,
      line.vat === null ? "none" : `${line.vat}%`,
      line.exclVat,
      line.inclVat,
      line.reason,
    ]),
    ...(adjustment
      ? [
          [
            adjustment.kind === "MIN_PRICE" ? "Minimum price" : "Maximum price",
            "",
            "",
            "",
            adjustment.exclVat,
            adjustment.inclVat,
            "what the limit adds to the lines",
          ],
        ]
      : []),
    ["Total", "", "", "", priced.exclVat, priced.inclVat, "exact"],
    [
      "Rounded",
      "",
      "",
      "",
      twoDecimals(priced.exclMinor),
      twoDecimals(priced.inclMinor),
      "once, half up, to two decimals",
    ],
  ];
  const head = [
    `Tariff ${tariff.id || "without id"}${tariff.currency && `, ${tariff.currency}`}`,
    `Session ${session.start_date_time} to ${session.end_date_time}, local times of ${session.time_zone}`,
    `${priced.energyKwh} kWh, charging ${minutes(priced.chargingSeconds)}, parking ${minutes(priced.parkingSeconds)}`,
  ];
  return [...head, ...notes, "", ...columns(rows)].join("\n");
}

const words: Record<PricedSession["lines"][number]["dimension"], string> = {
  ENERGY: "Energy",
  TIME: "Charging time",
  PARKING_TIME: "Parking time",
  FLAT: "Fee",
  RESERVATION_TIME: "Reservation time",
  RESERVATION_FLAT: "Booking fee",
};

/** Numbers are right-aligned; the last column has any width. */
function columns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === 0
          ? cell.padEnd(widths[at]!)
          : at < row.length - 1
            ? cell.padStart(widths[at]!)
            : cell,
      )
      .join("  "),
  );
}

/** Hundredths of the currency as 12.30. */
export function twoDecimals(minor: bigint): string {
  const digits = minor.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? "" : ` ${seconds % 60} s`}`;
}
