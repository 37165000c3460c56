import { plural, t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

/** Words of the filter screens. */
export const filterCopy = words(() => ({
  title: t`Filters`,
  close: t`Close without changes`,
  reset: t`Reset`,
  freeNow: t`Free now`,
  openNow: t`Open now`,
  fits: (vehicle: string) => t`Fits ${vehicle}`,
  plug: t`Plug`,
  power: t`Power`,
  powers: {
    slow: { name: t`Slow`, range: t`under 15 kW` },
    fast: { name: t`Fast`, range: t`15 to 99 kW` },
    ultra: { name: t`Ultra`, range: t`100 kW and up` },
  },
  current: t`Current`,
  currents: { any: t`AC or DC`, AC: "AC", DC: "DC" },
  fast: t`50 kW and up`,
  price: t`Price`,
  anyPrice: t`Any price`,
  upTo: (rupees: number) => t`Up to ₹${rupees} per kWh`,
  priceNote: t`Of a usual charging session with your vehicle, fees and GST included.`,
  distance: t`Distance`,
  within: (km: number) => t`Within ${km} km`,
  operators: t`Operators`,
  allOperators: t`All operators`,
  chosen: (names: readonly string[]) => {
    const [first = "", second = ""] = names;
    const rest = names.length - 2;
    if (rest > 0) return t`${first}, ${second} and ${rest} more`;
    return second ? t`${first} and ${second}` : first;
  },
  show: (count: number) => plural(count, { one: "Show # station", other: "Show # stations" }),
  none: t`No matching station found`,
  showPlain: t`Show stations`,
  counting: t`Counting`,
  searchOperators: t`Search operators`,
  noOperator: t`No operator has a name like this.`,
  operatorsFailed: t`Operators did not load`,
  loadingOperators: t`Loading operators`,
  clearOperators: t`Clear`,
  done: t`Done`,
}));
