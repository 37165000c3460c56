import { restrictionFacts, unknownRestrictions } from "./restriction-facts.ts";
import type { PriceComponent, Tariff, TariffRestrictions } from "./tariff.ts";

/**
 * Refuses a tariff whose price is not clear. Throws RangeError with a sentence that begins with the field, e.g.
 * `tariff.elements[0].price_components[0].step_size is 0, …`.
 */
export function checkTariff(tariff: Tariff): void {
  if (!/^[A-Za-z]{3}$/.test(tariff.currency)) {
    refuse("tariff.currency", "is missing: it has three letters");
  }
  // A field of OCPI 2.3.0. "NO" and "N/A" mean the same as 2.2.1: prices are without VAT. With YES and rates, reading
  // has taken the tax out.
  const { tax_included: tax } = tariff;
  if (tax && tax !== "NO" && tax !== "N/A") {
    refuse("tariff.tax_included", `is ${tax}: its tax is not known`);
  }
  tariff.elements.forEach(({ price_components, restrictions, ...rest }, index) => {
    const field = `tariff.elements[${index}]`;
    noOther(field, rest);
    price_components.forEach((one, at) => checkComponent(one, `${field}.price_components[${at}]`));
    if (restrictions != null) checkRestrictions(restrictions, `${field}.restrictions`);
  });
  checkLimits(tariff);
}

function checkComponent(
  { type, price, vat, price_incl_vat: _read, step_size, ...rest }: PriceComponent,
  field: string,
): void {
  noOther(field, rest);
  notNegative(`${field}.price`, price);
  notNegative(`${field}.vat`, vat);
  // OCPI 2.2.1: a FLAT fee has no unit for step_size, and the standard's own example says 0 there.
  if (type !== "FLAT" && step_size != null && step_size <= 0) {
    refuse(`${field}.step_size`, `is ${step_size}, below 1`);
  }
}

const NAMES = { ENERGY: "kwh", CURRENT: "current", POWER: "power", DURATION: "duration" };

function checkRestrictions(restrictions: TariffRestrictions, field: string): void {
  noOther(field, unknownRestrictions(restrictions));
  for (const fact of restrictionFacts(restrictions)) {
    if (!("below" in fact)) continue;
    const name = NAMES[fact.kind];
    notNegative(`${field}.max_${name}`, fact.below);
    notBelow(`${field}.max_${name}`, fact.below, `min_${name}`, fact.from);
  }
}

/** A key that nobody here knows may make it another price. */
function noOther(field: string, rest: Record<string, unknown>): void {
  const unknown = Object.keys(rest).find((key) => rest[key] != null);
  if (unknown !== undefined) refuse(`${field}.${unknown.slice(0, 40)}`, "is not known");
}

function checkLimits({ min_price, max_price }: Tariff): void {
  for (const part of ["excl_vat", "incl_vat"] as const) {
    notNegative(`tariff.min_price.${part}`, min_price?.[part]);
    notNegative(`tariff.max_price.${part}`, max_price?.[part]);
    notBelow(`tariff.max_price.${part}`, max_price?.[part], "min_price", min_price?.[part]);
  }
}

type Amount = number | null | undefined;

function notNegative(field: string, value: Amount): void {
  if (value != null && value < 0) refuse(field, `is ${value}, below 0`);
}

function notBelow(field: string, most: Amount, name: string, least: Amount): void {
  if (least != null && most != null && most < least) {
    refuse(field, `is ${most}, below ${name}, which is ${least}`);
  }
}

function refuse(field: string, why: string): never {
  throw new RangeError(`${field} ${why}`);
}
