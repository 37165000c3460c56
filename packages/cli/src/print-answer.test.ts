import { describe, expect, test } from "vitest";
import { fields, tableOf, textOf } from "./print-answer.ts";

const AT = "2026-11-20T14:44:18.527Z";

describe("an answer for a person", () => {
  test("has its fields first, then what lies in it, each with a title", () => {
    const answer = {
      id: "x_1",
      paid_minor: 150_000,
      made_at: AT,
      operator: { id: "opr_1", name: "Zapvahan" },
      hosts: [],
      sums: { total_minor: -5 },
      parts: [{ id: "p_1", ended: true, at: AT }],
      approval: null,
    };
    expect(textOf("anything", answer).split("\n")).toEqual([
      "id        x_1",
      "paid      ₹1,500.00",
      "made at   2026-11-20 20:14 IST",
      "operator  Zapvahan",
      "hosts     none",
      "",
      "Sums",
      "total  −₹0.05",
      "",
      "Parts",
      "Id   Ended  At (IST)",
      "p_1  yes    2026-11-20 20:14",
    ]);
  });

  test("of a list says how to get the next page", () => {
    const content = [{ day: "2026-11-20" }];
    expect(textOf("anything", { content, next_cursor: "abc" })).toBe(
      "Day\n2026-11-20\n\nMore: --cursor abc",
    );
    const page = { content, page_no: 1, total_pages: 3, total_elements: 21 };
    expect(textOf("anything", page)).toMatch(/\n\nPage 2 of 3, 21 in all: --page$/);
    expect(textOf("anything", { content, next_cursor: null })).toBe("Day\n2026-11-20");
    expect(textOf("anything", { content: [], next_cursor: null })).toBe("None.");
  });

  test("has what is not there as a hyphen, or as the list's own words", () => {
    const rule = { operator: null, customer_type: null, rule: {}, from: null, updated_at: AT };
    expect(tableOf("putRetailRule", [rule]).split("\n")[1]).toBe(
      "every operator  every type  as it is  as it is  2026-11-20 20:14  not known",
    );
    expect(tableOf("prices", [{ below_cost: true, unpriced: null }])).toMatch(/below cost$/);
  });

  test("of others' making cannot control the terminal, wherever it lies", () => {
    const bad = "a\u001b[2J\nTotal  0";
    const answer = { x: { of: bad }, rows: [{ bad, input: { bad } }], input: { bad }, list: [bad] };
    for (const text of [
      textOf("anything", answer),
      textOf("anything", { content: [answer] }),
      fields(answer),
    ]) {
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/\u001b|^Total/m);
    }
  });
});
