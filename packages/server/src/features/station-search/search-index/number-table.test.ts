import { expect, test } from "vitest";
import { randomFrom } from "@voltmarg/testkit/random-stations";
import { createNumberTable, noNumbers } from "./number-table.ts";

test("[L-1] numbers are found by their text like in a Map, while texts come and go", () => {
  const random = randomFrom(11);
  const texts: string[] = [];
  const table = createNumberTable(noNumbers(), (number, text) => texts[number] === text);
  const expected = new Map<string, number>();
  for (let nth = 0; nth < 20_000; nth++) {
    const text = `loc_${Math.floor(random() * 3_000)}`;
    if (expected.has(text)) {
      table.remove(text);
      expected.delete(text);
    } else {
      expected.set(text, texts.push(text) - 1);
      table.add(text, texts.length - 1);
    }
    table.remove("loc_nowhere");
  }
  for (let nth = 0; nth < 3_000; nth++)
    expect(table.find(`loc_${nth}`)).toBe(expected.get(`loc_${nth}`));
});
