import type { PowerConsumption } from "@voltmarg/contract";
import type { Queryable } from "../../platform/database/database.ts";
import { sumByStretch } from "./usage.store.ts";

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 1_100;

/** A driver's energy, charges and cost by days, weeks or months in India's time; null if the days are out of order or too many. */
export async function readUsage(
  on: Queryable,
  asked: {
    user_id: string;
    date_from: string;
    date_to: string;
    group_by: "day" | "week" | "month";
  },
): Promise<PowerConsumption | null> {
  const days = (Date.parse(asked.date_to) - Date.parse(asked.date_from)) / DAY_MS;
  if (days < 0 || days > LONGEST_DAYS) return null;
  const found = await sumByStretch(on, {
    userId: asked.user_id,
    from: asked.date_from,
    until: asked.date_to,
    by: asked.group_by,
  });
  const stretches = found.map((row) => ({
    from: row.from,
    until: row.until,
    kwh: Number(row.kwh),
    charges: row.charges,
    amount_minor: Number(row.amount),
    range_km: row.km === null ? null : Math.round(row.km * 10) / 10,
  }));
  const allKm = found.every(({ km }) => km !== null);
  const sum = (of: (row: (typeof stretches)[number]) => number) =>
    stretches.reduce((total, row) => total + of(row), 0);
  return {
    total: {
      // Sums of decimals stay exact, unlike sums of binary fractions.
      kwh: Number(sum(({ kwh }) => kwh).toFixed(4)),
      charges: sum(({ charges }) => charges),
      amount_minor: sum(({ amount_minor }) => amount_minor),
      range_km: allKm ? Math.round(sum(({ range_km }) => range_km ?? 0) * 10) / 10 : null,
    },
    stretches,
  };
}
