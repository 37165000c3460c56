import type { Tariff } from "@voltmarg/ocpi";
import {
  add,
  ceilTo,
  compare,
  divide,
  exact,
  type Fraction,
  fraction,
  multiply,
  round,
  subtract,
  zero,
} from "./fraction.ts";
import { type Component, isValidAt, readElements, refuseUnclear } from "./tariff-elements.ts";
import { type Charge, type Stretch, type SplitCharge, splitCharge } from "./split-charge.ts";

export { readPeriods } from "./read-periods.ts";
export type { Charge, Part } from "./split-charge.ts";

type Money = { excl_vat: number; incl_vat: number };
type ExactMoney = { excl: Fraction; incl: Fraction };

export type Bill = {
  /** The total before rounding. */
  exact: ExactMoney;
  total: Money;
  fixed: Money;
  energy: Money;
  time: Money;
  parking: Money;
  stretches: Stretch[];
};

type Kind = "FLAT" | "ENERGY" | "TIME" | "PARKING_TIME" | "RESERVATION";
/** kWh, hours, or 1 for a fee. */
type Sum = { component: Component; kind: Kind; quantity: Fraction };

/**
 * The reference implementation: goes through every second of a charge, cuts a second where an energy threshold is
 * crossed, and adds up the cost of each price component. OCPI 2.2.1 mod_tariffs and mod_cdrs; exact until the last
 * rounding, half up to paise. Throws RangeError for a tariff that is not valid when the charge begins, or has no
 * clear price.
 */
export function priceCharge(tariff: Tariff, charge: Charge): Bill {
  refuseUnclear(tariff);
  if (!isValidAt(tariff, charge.startsAt)) throw new RangeError("the tariff is not valid then");
  const walk = splitCharge(readElements(tariff), charge);
  const sums = addUp(walk);
  applyStepSizes(sums);
  return { ...bill(tariff, sums), stretches: walk.stretches };
}

const kwh = fraction(1, 1000);
const hour = fraction(1, 3600);

/** Quantities by component, in order of use: step_size depends on the component used last. */
function addUp({ stretches, fees }: SplitCharge): Sum[] {
  const sums: Sum[] = [];
  const earn = (component: Component | null, kind: Kind, quantity: Fraction) => {
    // A component without quantity was not used last either.
    if (component === null || compare(quantity, zero) === 0) return;
    const last = sums.findLast((sum) => sum.kind === kind || (isTimed(sum) && isTimed({ kind })));
    if (last?.component === component) last.quantity = add(last.quantity, quantity);
    else sums.push({ component, kind, quantity });
  };
  for (const { kind, chosen, seconds, wattHours } of stretches) {
    const hours = multiply(seconds, hour);
    earn(chosen.ENERGY, "ENERGY", multiply(wattHours, kwh));
    earn(chosen.TIME, kind === "RESERVATION" ? "RESERVATION" : "TIME", hours);
    earn(chosen.PARKING_TIME, "PARKING_TIME", hours);
  }
  for (const fee of [fees.reservation, fees.charge]) earn(fee, "FLAT", fraction(1));
  return sums;
}

const isTimed = ({ kind }: { kind: Kind }) => kind === "TIME" || kind === "PARKING_TIME";

/**
 * OCPI 2.2.1 mod_cdrs, step_size: once for energy, once for charging and parking time together, by the component used
 * last and for the total of its kind: charging is not rounded when parking is paid after it, nor parking when charging
 * is. What the rounding adds is paid at that component's price. A reservation is rounded on its own.
 */
function applyStepSizes(sums: Sum[]) {
  const timed = sums.findLast((sum) => isTimed(sum))?.kind;
  for (const kind of ["ENERGY", timed, "RESERVATION"]) {
    const same = sums.filter((sum) => sum.kind === kind);
    roundUp(same, kind === "ENERGY" ? kwh : hour);
  }
}

function roundUp(sums: readonly Sum[], unit: Fraction) {
  const last = sums.at(-1);
  if (!last || compare(last.component.step, zero) <= 0) return;
  const total = sums.reduce((sum, { quantity }) => add(sum, quantity), zero);
  const billed = ceilTo(total, multiply(last.component.step, unit));
  last.quantity = add(last.quantity, subtract(billed, total));
}

function bill(tariff: Tariff, sums: readonly Sum[]): Omit<Bill, "stretches"> {
  const cost = (isCounted: (kind: Kind) => boolean): ExactMoney => {
    let excl = zero;
    let incl = zero;
    for (const { component, kind, quantity } of sums) {
      if (!isCounted(kind)) continue;
      const net = multiply(component.price, quantity);
      excl = add(excl, net);
      incl = add(incl, divide(multiply(net, add(fraction(100), component.vat)), fraction(100)));
    }
    return { excl, incl };
  };
  const rounded = ({ excl, incl }: ExactMoney): Money => ({
    excl_vat: round(excl, 2),
    incl_vat: round(incl, 2),
  });
  const total = limit(
    tariff,
    cost(() => true),
  );
  return {
    exact: total,
    total: rounded(total),
    fixed: rounded(cost((kind) => kind === "FLAT")),
    energy: rounded(cost((kind) => kind === "ENERGY")),
    time: rounded(cost((kind) => kind === "TIME")),
    parking: rounded(cost((kind) => kind === "PARKING_TIME")),
  };
}

/** Net and gross are limited separately. */
function limit(tariff: Tariff, { excl, incl }: ExactMoney): ExactMoney {
  // A limit that names only its net has the same VAT share as the charge.
  const vat = compare(excl, zero) === 0 ? fraction(1) : divide(incl, excl);
  const [least, most] = [tariff.min_price, tariff.max_price].map((price) => {
    if (!price) return undefined;
    const net = exact(price.excl_vat);
    return {
      excl: net,
      incl: price.incl_vat === undefined ? multiply(net, vat) : exact(price.incl_vat),
    };
  });
  return {
    excl: clamp(excl, least?.excl, most?.excl),
    incl: clamp(incl, least?.incl, most?.incl),
  };
}

function clamp(value: Fraction, least: Fraction | undefined, most: Fraction | undefined): Fraction {
  const raised = least && compare(value, least) < 0 ? least : value;
  return most && compare(raised, most) > 0 ? most : raised;
}
