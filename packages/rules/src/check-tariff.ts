import type { PriceComponent, PriceLimit, Tariff, TariffRestrictions } from "./tariff.ts";

/**
 * Refuses a tariff whose price is not clear. Throws RangeError with a sentence that begins with the
 * field, e.g. `tariff.elements[0].price_components[0].step_size is 0, …`.
 */
export function checkTariff(tariff: Tariff): void {
  if (!/^[A-Za-z]{3}$/.test(tariff.currency)) {
    refuse("tariff.currency", "is missing: a price needs a currency of three letters");
  }
  // A field of OCPI 2.3.0. "NO" and "N/A" mean the same as 2.2.1: prices are without VAT. With YES and rates, reading
  // has taken the tax out.
  if (tariff.tax_included === "YES") {
    refuse(
      "tariff.tax_included",
      "is YES, and a price names no vat: the price before tax is not known",
    );
  }
  tariff.elements.forEach(({ price_components, restrictions }, index) => {
    const field = `tariff.elements[${index}]`;
    price_components.forEach((one, at) => checkComponent(one, `${field}.price_components[${at}]`));
    if (restrictions != null) checkRestrictions(restrictions, `${field}.restrictions`);
  });
  checkLimits(tariff.min_price, tariff.max_price);
}

function checkComponent({ type, price, vat, step_size }: PriceComponent, field: string): void {
  if (price < 0) refuse(`${field}.price`, `is ${price}: a negative price is not sold here`);
  if (vat != null && vat < 0) refuse(`${field}.vat`, `is ${vat}: VAT is not negative`);
  // OCPI 2.2.1: a FLAT fee has no unit for step_size, and the standard's own example says 0 there.
  if (type !== "FLAT" && step_size != null && step_size <= 0) {
    refuse(`${field}.step_size`, `is ${step_size}: the smallest step is 1`);
  }
}

const BOUNDS = ["kwh", "current", "power", "duration"] as const;

function checkRestrictions(restrictions: TariffRestrictions, field: string): void {
  for (const name of BOUNDS) {
    const least = restrictions[`min_${name}`];
    const most = restrictions[`max_${name}`];
    if (least != null && most != null && most < least) {
      refuse(`${field}.max_${name}`, `is ${most}, below min_${name}, which is ${least}`);
    }
  }
}

function checkLimits(
  least: PriceLimit | null | undefined,
  most: PriceLimit | null | undefined,
): void {
  for (const part of ["excl_vat", "incl_vat"] as const) {
    for (const [name, limit] of [
      ["min_price", least],
      ["max_price", most],
    ] as const) {
      const value = limit?.[part];
      if (value != null && value < 0) {
        refuse(`tariff.${name}.${part}`, `is ${value}: a negative price is not sold here`);
      }
    }
    const [low, high] = [least?.[part], most?.[part]];
    if (low != null && high != null && high < low) {
      refuse(`tariff.max_price.${part}`, `is ${high}, below min_price, which is ${low}`);
    }
  }
}

function refuse(field: string, why: string): never {
  throw new RangeError(`${field} ${why}`);
}
