import type { CustomerType } from "@voltmarg/contract";
import { expect, test } from "vitest";
import type { RetailRow } from "./retail.store.ts";
import { indianDayBounds, indianDayOf } from "@voltmarg/rules";
import { begunBy, inForce, notYet, ruleFor } from "./rules-in-force.ts";

const at = (text: string) => new Date(text);
const NOON = at("2026-11-20T06:30:00Z");
const rule = (
  name: string,
  operator_id: string | null,
  customer_type: CustomerType | null,
  from: string | null = null,
) => ({ operator_id, customer_type, from_at: from && at(from), rule: name }) as never as RetailRow;
const namesOf = (rules: readonly RetailRow[]) => rules.map((each) => each.rule as unknown);

test("[D-19] a day begins at midnight in India and lasts until the next", () => {
  expect(indianDayBounds("2026-11-20").from).toEqual(at("2026-11-19T18:30:00Z"));
  expect(indianDayOf(at("2026-11-19T18:29:59.999Z"))).toBe("2026-11-19");
  expect(indianDayOf(at("2026-11-19T18:30:00Z"))).toBe("2026-11-20");
});

test("[D-19] a rule holds from its first instant on; of one operator and type the last that has begun", () => {
  const rules = [
    rule("always", "opr_1", null),
    rule("earlier", "opr_1", null, "2026-11-01T18:30:00Z"),
    rule("now", "opr_1", null, NOON.toISOString()),
    rule("soon", "opr_1", null, "2026-11-20T06:30:00.001Z"),
    rule("other", "opr_2", null),
    rule("fleet", "opr_1", "CORPORATE"),
  ];
  expect(new Set(namesOf(inForce(rules, NOON)))).toEqual(new Set(["now", "other", "fleet"]));
  expect(begunBy(rules, NOON)).toBe(5);
  expect(begunBy(rules, at("2026-11-20T06:29:59Z"))).toBe(4);
  expect(namesOf(notYet(rules, NOON))).toEqual(["soon"]);
  expect(namesOf(notYet(rules, at("2026-10-01T00:00:00Z")))).toEqual(["earlier", "now", "soon"]);
  // Of several operators they come in the order of their days.
  expect(namesOf(notYet(rules.toReversed(), at("2026-10-01T00:00:00Z")))).toEqual([
    "earlier",
    "now",
    "soon",
  ]);
});

test("[D-19] each part is of the most specific rule that has it: operator and type, operator, type, all", () => {
  const of = (
    markup_percent: number | null,
    per_kwh_add: number | null,
    operator_id: string | null,
    customer_type: CustomerType | null,
  ) => ({ ...rule("", operator_id, customer_type), rule: { markup_percent, per_kwh_add } });
  const both = of(1, null, "opr_1", "CORPORATE");
  const operator = of(2, 0.2, "opr_1", null);
  const type = of(3, 0.3, null, "CORPORATE");
  const all = of(4, 0.4, null, null);
  const found = (...held: RetailRow[]) => {
    const one = ruleFor(held, "opr_1", "CORPORATE");
    return one && [one.markup_percent, one.per_kwh_add];
  };
  expect(found(all, type, operator, both)).toEqual([1, 0.2]);
  expect(found(all, type, operator)).toEqual([2, 0.2]);
  expect(found(all, type)).toEqual([3, 0.3]);
  expect(found(all)).toEqual([4, 0.4]);
  expect(found(all, of(0, null, "opr_1", null))).toEqual([0, 0.4]);
  expect(found()).toBeNull();
  expect(found(of(5, 0.5, "opr_2", null), of(6, 0.6, null, "PERSONAL"))).toBeNull();
});
