import type { RetailEntry } from "@voltmarg/contract";

type Rule = RetailEntry["rule"];

const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

/** What a rule makes of an operator's prices. */
export function ruleWords({ markup_percent, per_kwh_add }: Rule): string {
  const parts = [
    markup_percent === null ? null : `${signed(markup_percent)} % on every price`,
    per_kwh_add === null ? null : `${signed(per_kwh_add)} rupees a kWh`,
  ];
  return parts.filter((part) => part !== null).join(", ") || "As the operator sells";
}

const TYPES: Record<string, string> = { PERSONAL: "Own wallet", CORPORATE: "A company pays" };
export const typeWords = (type: string | null): string => (type && TYPES[type]) ?? "Everybody";

/** Where a rule is written, with its parts filled in. */
export function addressOf({ operator, customer_type, rule, from }: Partial<RetailEntry>): string {
  const parts = Object.entries({ operator: operator?.id, customer_type, ...rule, from });
  const known = parts.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return `/retail-rules/preview?${new URLSearchParams(known).toString()}`;
}
