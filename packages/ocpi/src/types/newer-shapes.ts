import { money } from "../write-for.ts";
import type { Form, Forms, Raw } from "./hints.ts";

// Shapes of OCPI 2.3.0, read as those that this package thinks in. They are no findings.

const isObject = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const numberOf = (value: unknown): number | null => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
};

const quiet = (from: string, to: string, value: unknown): Form => ({
  from,
  to,
  value,
  quiet: true,
});

/**
 * Price: `before_taxes` and `taxes`; PriceLimit: `before_taxes` and `after_taxes`. A tax whose amount cannot be read
 * leaves the price with taxes unknown, never lower.
 */
export const priceForms: Forms = (raw) => {
  const { before_taxes, after_taxes, taxes, excl_vat } = raw;
  if (before_taxes === undefined || excl_vat !== undefined) return [];
  const forms = [quiet("before_taxes", "excl_vat", before_taxes)];
  if (after_taxes !== undefined && after_taxes !== null)
    return [...forms, quiet("after_taxes", "incl_vat", after_taxes)];
  if (!Array.isArray(taxes)) return forms;
  const amounts = taxes.map((each) => (isObject(each) ? numberOf(each["amount"]) : null));
  const before = numberOf(before_taxes);
  if (before === null || amounts.includes(null)) return forms;
  const incl = money(amounts.reduce<number>((sum, each) => sum + each!, before));
  return [...forms, quiet("taxes", "incl_vat", incl)];
};

/**
 * Prices that include tax, where every component names its rate: read as prices without it, with the price as sent
 * beside. Without a rate the price before tax is unknown: then `tax_included` stays, and the tariff has no price. NO and
 * N/A say what is so anyway.
 */
export const tariffForms: Forms = ({ tax_included, elements }) => {
  const said = [quiet("tax_included", "tax_included", undefined)];
  if (tax_included === "NO" || tax_included === "N/A") return said;
  if (tax_included !== "YES" || !Array.isArray(elements)) return [];
  const components = elements.flatMap((each: unknown) =>
    isObject(each) && Array.isArray(each["price_components"]) ? each["price_components"] : [null],
  ) as unknown[];
  if (!components.every((each) => isObject(each) && withoutTax(each) !== null)) return [];
  const read = (elements as Raw[]).map(elementWithoutTax);
  return [quiet("elements", "elements", read), ...said];
};

const elementWithoutTax = (element: Raw): Raw => ({
  ...element,
  price_components: (element["price_components"] as Raw[]).map(withoutTax),
});

function withoutTax(component: Raw): Raw | null {
  const price = numberOf(component["price"]);
  const vat = numberOf(component["vat"]);
  if (price === 0) return component;
  if (price === null || vat === null || vat < 0) return null;
  return { ...component, price: (price * 100) / (100 + vat), price_incl_vat: price };
}

/** OCPI 2.1.1 credentials have one party and no list of roles. */
export const credentialsForms: Forms = (raw, { peer }) => {
  const { roles, country_code, party_id, business_details } = raw;
  if (roles !== undefined || country_code === undefined) return [];
  return [quiet("party_id", "roles", [{ role: peer, country_code, party_id, business_details }])];
};
