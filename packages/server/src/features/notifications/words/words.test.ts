import { expect, test } from "vitest";
import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { EXAMPLES } from "@voltmarg/testkit/message-examples";
import type { Said } from "./said.ts";
import { say } from "./say.ts";

const SCRIPTS = { hi: /[\u0900-\u097F]/, ur: /[\u0600-\u06FF]/ } as const;
const FULL_STOPS = { hi: "।", ur: "۔" } as const;
const filledIn = (said: object) =>
  Object.entries(said)
    .filter(([name]) => name === "place" || name === "operator" || name === "since")
    .map(([, value]) => String(value));
const bare = (text: string) => text.replaceAll(/[\u2068\u2069]/g, "");

/** Every way in which each kind of news can be. */
const ALL: Said[] = Object.values(EXAMPLES).flatMap((said): Said[] => {
  if (said.of === "CHARGE_STOPPED")
    return (["LIMIT", "BALANCE", "DRIVER", "OTHER"] as const).map((why) =>
      Object.assign({}, said, { why }),
    );
  if (said.of === "PARKING_FEE")
    return [true, false].map((runs) => Object.assign({}, said, { runs }));
  if (said.of === "START_FAILED")
    return (
      [
        "REJECTED",
        "OCCUPIED",
        "OUT_OF_ORDER",
        "NOT_PLUGGED",
        "NO_ANSWER",
        "UNREACHABLE",
        "FAILED",
        "CANCELLED",
      ] as const
    ).flatMap((code) =>
      [true, false].map((not_charged) => Object.assign({}, said, { code, not_charged })),
    );
  if (said.of === "PAYMENT_DISPUTED")
    return [true, false].map((aside) => Object.assign({}, said, { aside }));
  if (said.of === "DISPUTE_OVER")
    return (["STANDS", "BACK", "PART", "TAKEN", "OWED"] as const).map((outcome) =>
      Object.assign({}, said, { outcome }),
    );
  if (said.of === "NO_ANSWER")
    return [true, false].map((unclear) => Object.assign({}, said, { unclear }));
  return [said];
});

test.each(["hi", "ur"] as const)("%s tells all news, with the same places and times", (to) => {
  for (const said of ALL) {
    const { title, text } = say(said, to);
    const values = filledIn(said);
    const english = values.reduce((rest, value) => rest.replaceAll(value, ""), bare(title + text));
    expect([said, english.match(/[A-Za-z]{2,}/g), SCRIPTS[to].test(title)]).toEqual([
      said,
      null,
      true,
    ]);
    expect(text.endsWith(FULL_STOPS[to]), text).toBe(true);
    for (const value of [...values, ...("minor" in said ? ["₹2.36"] : [])])
      expect(bare(text), said.of).toContain(value);
    expect(title + text).not.toMatch(/[०-९۰-۹٠-٩!]/);
    expect(forbiddenWords(to, `${title} ${text}`)).toEqual([]);
  }
});

test("English says the same kinds, each with its own sentence", () => {
  const said = ALL.map((each) => say(each, "en").text);
  for (const text of said) expect(text).toMatch(/^[A-Z].+\.$/);
  const ways = (to: "en" | "hi" | "ur") =>
    new Set(ALL.filter(({ of }) => of !== "START_FAILED").map((each) => say(each, to).text)).size;
  expect([ways("hi"), ways("ur")]).toEqual([ways("en"), ways("en")]);
  expect(say(EXAMPLES.START_FAILED, "en").text).toBe(
    "Another vehicle is using this plug. Charging did not start. You were not charged.",
  );
});
