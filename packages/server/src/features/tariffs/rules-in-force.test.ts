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

test("[D-19] the most specific rule wins: operator and type, operator, type, all", () => {
  const both = rule("both", "opr_1", "CORPORATE");
  const operator = rule("operator", "opr_1", null);
  const type = rule("type", null, "CORPORATE");
  const all = rule("all", null, null);
  const found = (...held: RetailRow[]) => ruleFor(held, "opr_1", "CORPORATE") as unknown;
  expect(found(all, type, operator, both)).toBe("both");
  expect(found(all, type, operator)).toBe("operator");
  expect(found(all, type)).toBe("type");
  expect(found(all)).toBe("all");
  expect(found()).toBeNull();
  const elsewhere = [rule("x", "opr_2", null), rule("y", null, "PERSONAL")];
  expect(found(...elsewhere)).toBeNull();
});
