import type { PowerConsumption } from "@voltmarg/contract";
import { timeCopy } from "../../ui/copy.ts";
import { inr, kept, kwh, oneDecimal } from "../../ui/format.ts";
import { dayName, monthAlone, monthName, shortDay } from "../../ui/india-days.ts";
import { usageCopy as copy } from "./copy.ts";
import type { By } from "./usage-period.ts";

export type Stretch = PowerConsumption["stretches"][number];
type Usage = PowerConsumption["total"];

/** Fri 20 Nov; 16 Nov to 22 Nov; November 2026. */
export function stretchName({ from, until }: Stretch, by: By): string {
  if (by === "month") return monthName(from.slice(0, 7));
  return from === until ? dayName(from) : timeCopy.span(shortDay(from), shortDay(until));
}

/** The little there is room for below a bar. */
export const shortName = ({ from, until }: Stretch, by: By, today: string): string =>
  by === "day" && until === today
    ? copy.today
    : by === "month"
      ? monthAlone(from.slice(0, 7))
      : shortDay(from);

/** Fri 20 Nov: 15.79 kWh, 1 charge, ₹299.98 */
export const stretchWords = (stretch: Stretch, by: By): string =>
  `${stretchName(stretch, by)}: ${stretch.charges === 0 ? copy.noCharge : `${kwh(stretch.kwh)}, ${copy.charges(stretch.charges)}, ${inr(stretch.amount_minor)}`}`;

/** Rupees for each kWh, GST included; null where there was no energy to divide by. */
export const rupeesPerKwh = ({ kwh: energy, amount_minor }: Usage): string | null =>
  energy > 0 ? inr(Math.round(amount_minor / energy)) : null;

/** Rupees for each km of range, GST included; null where the use of a vehicle is not known. */
export const rupeesPerKm = ({ range_km, amount_minor }: Usage): string | null =>
  range_km !== null && range_km >= 1 ? inr(Math.round(amount_minor / range_km)) : null;

/** Each figure against the time before; null when nothing was charged then. */
export function changeOf(is: Usage, was: Usage): [name: string, change: string][] | null {
  if (was.charges === 0) return null;
  const signed = (by: number, words: (by: number) => string) =>
    by === 0 ? copy.noChange : kept(`${by > 0 ? "+" : "\u2212"}${words(Math.abs(by))}`);
  const tenth = Math.round(is.kwh * 10) - Math.round(was.kwh * 10);
  const average =
    is.kwh > 0 && was.kwh > 0
      ? Math.round(is.amount_minor / is.kwh) - Math.round(was.amount_minor / was.kwh)
      : null;
  return [
    [copy.energy, signed(tenth, (by) => `${oneDecimal(by / 10)}\u00a0kWh`)],
    [copy.chargesName, signed(is.charges - was.charges, String)],
    [copy.billedShort, signed(is.amount_minor - was.amount_minor, inr)],
    [copy.average, average === null ? copy.notKnown : signed(average, inr)],
  ];
}

/** The stretches as a table for a spreadsheet: UTF-8 with a byte order mark, rupees with two decimals. */
export const usageTable = (stretches: readonly Stretch[]): string =>
  `\uFEFF${[
    copy.csvHead,
    ...stretches.map(
      ({ from, until, kwh: energy, charges, amount_minor, range_km }) =>
        `${from},${until},${energy},${charges},${(amount_minor / 100).toFixed(2)},${range_km ?? ""}`,
    ),
  ].join("\r\n")}\r\n`;
