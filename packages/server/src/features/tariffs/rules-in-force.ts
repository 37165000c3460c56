import type { CustomerType, RetailRule } from "@voltmarg/contract";
import type { RetailRow } from "./retail.store.ts";

type Dated = { from_at: Date | null };
const hasBegun = ({ from_at }: Dated, at: Date) => from_at === null || from_at <= at;

/** How many have begun: as long as this is the same, the same ones hold. */
export const begunBy = (rules: readonly Dated[], at: Date): number =>
  rules.filter((each) => hasBegun(each, at)).length;

/** One rule for each operator and type: of those that have begun, the last. Rules of one key come in their order. */
export const inForce = (rules: readonly RetailRow[], at: Date): RetailRow[] => {
  const held = new Map<string, RetailRow>();
  for (const rule of rules)
    if (hasBegun(rule, at)) held.set(`${rule.operator_id} ${rule.customer_type}`, rule);
  return [...held.values()];
};

export const notYet = (rules: readonly RetailRow[], at: Date): RetailRow[] =>
  rules
    .filter((each) => !hasBegun(each, at))
    .toSorted((a, b) => a.from_at!.getTime() - b.from_at!.getTime());

/** Each part from the most specific rule that has it: of operator and type, operator, type, all. Null: no rule is for them. */
export function ruleFor(
  held: readonly RetailRow[],
  operatorId: string,
  type: CustomerType,
): RetailRule | null {
  const keys: [string | null, CustomerType | null][] = [
    [operatorId, type],
    [operatorId, null],
    [null, type],
    [null, null],
  ];
  const found = keys.flatMap(([operator, customer]) =>
    held.filter((r) => r.operator_id === operator && r.customer_type === customer),
  );
  if (found.length === 0) return null;
  const part = (name: keyof RetailRule) =>
    found.map(({ rule }) => rule[name]).find((value) => value != null) ?? null;
  return { markup_percent: part("markup_percent"), per_kwh_add: part("per_kwh_add") };
}
