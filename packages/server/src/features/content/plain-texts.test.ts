import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { earlierDatabase, type EarlierDatabase } from "@voltmarg/testkit/earlier-database";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rows, sql } from "../../platform/database/database.ts";
import { listShown, type MessageRow } from "./messages.store.ts";

let world: Harness;
let earlier: EarlierDatabase;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  earlier = await earlierDatabase(world);
  await earlier.apply((number) => number < 65);
});
afterAll(async () => {
  await earlier.drop();
  await world.stop();
});

const LANGUAGES = ["en", "hi", "ur"] as const;
const shown = (language: MessageRow["language"]) =>
  listShown(earlier.database.db, ["FAQ", "TOU", "PRIVACY", "POPUP"], language);

test("[R-27] newer texts come with the service, but never over one that the provider has written", async () => {
  // In another language than the one somebody looks at, and by the credential that comes with the service.
  await sql`insert into custom_message
    select 'msg_0192f000', type, key, language, version + 1, title, 'अपने शब्दों में।', category, position, 'bootstrap',
      false, '2026-11-21T00:00:00Z'
    from custom_message where key = 'parking-fee' and language = 'hi'`.execute(earlier.database.db);
  const before = Object.fromEntries(
    await Promise.all(LANGUAGES.map(async (each) => [each, await shown(each)] as const)),
  );
  await earlier.apply((number) => number === 65);
  for (const language of LANGUAGES) {
    const now = await shown(language);
    expect(now.map(({ key }) => key)).toEqual(before[language]!.map(({ key }) => key));
    expect(now.every((each) => each.language === language)).toBe(true);
    const of = (key: string, among: MessageRow[]) => among.find((each) => each.key === key);
    expect(of("parking-fee", now)).toEqual(of("parking-fee", before[language]!));
    expect(of("stop-a-charge", now)).not.toEqual(of("stop-a-charge", before[language]!));
    const wrong = now.flatMap(({ type, key, title, body }) =>
      // 0093 has later words for these.
      ["parking-fee", "when-is-the-bill", "who-sees-it"].includes(key) || type === "POPUP"
        ? []
        : forbiddenWords(language, `${title} ${body}`).map((word) => `${key}: ${word}`),
    );
    expect(wrong).toEqual([]);
  }
  const again = await rows(
    earlier.database.db,
    sql<{ n: number }>`
    select count(*)::int as n from custom_message where key = 'parking-fee'`,
  );
  expect(again[0]!.n).toBe(4);
});

test("[B-1] question, terms and wallet give one answer about refunds", async () => {
  const said = (await shown("en")).filter(({ key }) => ["money-back", "wallet"].includes(key));
  const texts = said.filter(({ type }) => type !== "POPUP");
  expect(texts).toHaveLength(2);
  for (const { body } of texts)
    expect(body).toMatch(
      /Unused balance can be refunded any time.*; all of it when you close your account\. It goes back to the UPI account or card you paid with/,
    );
});

test("[R-16] [R-28] later words and what is kept of trips come the same way", async () => {
  await sql`insert into custom_message
    select 'msg_0192f001', type, key, language, version + 1, title, 'In our own words.', category, position, 'bootstrap',
      false, '2026-11-25T00:00:00Z'
    from custom_message where key = 'gst-invoice' and language = 'en' order by version desc limit 1`.execute(
    earlier.database.db,
  );
  await earlier.apply((number) => number === 93);
  for (const language of LANGUAGES) {
    const now = await shown(language);
    const wrong = now
      .filter(({ key, type }) => key !== "parking-fee" && type !== "POPUP")
      .flatMap(({ key, title, body }) =>
        forbiddenWords(language, `${title} ${body}`).map((word) => `${key}: ${word}`),
      );
    expect(wrong).toEqual([]);
    expect(now.every((each) => each.language === language || each.key === "gst-invoice")).toBe(
      true,
    );
  }
  const said = await shown("en");
  const body = (key: string) => said.find((each) => each.key === key)!.body;
  expect(body("gst-invoice")).toBe("In our own words.");
  expect(body("what-we-keep")).toContain("the trips you plan");
  expect(body("your-position")).toContain("stored only as the start of a trip you plan");
});
