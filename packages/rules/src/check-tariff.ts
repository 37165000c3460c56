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
  tariff.elements.forEach(({ price_components, restrictions }, index) => {
    const field = `tariff.elements[${index}]`;
    price_components.forEach((one, at) => checkComponent(one, `${field}.price_components[${at}]`));
    if (restrictions != null) checkRestrictions(restrictions, `${field}.restrictions`);
  });
  checkLimits(tariff);
}

function checkComponent({ type, price, vat, step_size }: PriceComponent, field: string): void {
  notNegative(`${field}.price`, price);
  notNegative(`${field}.vat`, vat);
  // OCPI 2.2.1: a FLAT fee has no unit for step_size, and the standard's own example says 0 there.
  if (type !== "FLAT" && step_size != null && step_size <= 0) {
    refuse(`${field}.step_size`, `is ${step_size}, below 1`);
  }
}

const BOUNDS = ["kwh", "current", "power", "duration"] as const;

function checkRestrictions(restrictions: TariffRestrictions, field: string): void {
  for (const name of BOUNDS) {
    notBelow(
      `${field}.max_${name}`,
      restrictions[`max_${name}`],
      `min_${name}`,
      restrictions[`min_${name}`],
    );
  }
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
