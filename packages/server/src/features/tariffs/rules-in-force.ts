import type { CustomerType, RetailRule } from "@voltmarg/contract";
import type { RetailRow } from "./retail.store.ts";

const hasBegun = ({ from_at }: RetailRow, at: Date) => from_at === null || from_at <= at;

/** How many rules have begun: as long as this is the same, the same rules hold. */
export const begunBy = (rules: readonly RetailRow[], at: Date): number =>
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

/** The most specific rule wins: operator and type, operator, type, all. */
export function ruleFor(
  held: readonly RetailRow[],
  operatorId: string,
  type: CustomerType,
): RetailRule | null {
  const find = (operator: string | null, customer: CustomerType | null) =>
    held.find((r) => r.operator_id === operator && r.customer_type === customer);
  const row =
    find(operatorId, type) ?? find(operatorId, null) ?? find(null, type) ?? find(null, null);
  return row?.rule ?? null;
}
