import { content } from "@voltmarg/contract";
import { forbiddenWords } from "@voltmarg/testkit/glossary";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBuiltInTexts, readBuiltInTexts, type BuiltInText } from "./built-in-texts.ts";
import { listAllVersions, listShown } from "./messages.store.ts";

const LANGUAGES = content.Language.options;
const texts = readBuiltInTexts();

describe("the texts that come with the service", () => {
  test("[R-16] [R-27] [R-28] [M-5] are there in every language, with the same keys", () => {
    const namesIn = (language: BuiltInText["language"]) =>
      texts
        .filter((text) => text.language === language)
        .map(({ type, key }) => `${type}/${key}`)
        .toSorted();
    expect(namesIn("en").length).toBeGreaterThan(20);
    for (const language of LANGUAGES) expect(namesIn(language)).toEqual(namesIn("en"));
  });

  test("[R-27] use the words of the glossary", () => {
    const wrong = texts
      // The popups have the words of the specification.
      .filter(({ type }) => type !== "POPUP")
      .flatMap(({ key, language, title, body }) =>
        forbiddenWords(language, `${title} ${body}`).map((word) => `${key}: ${word}`),
      );
    expect(wrong).toEqual([]);
  });

  test("[B-1] question and terms give one answer about refunds", () => {
    const said = texts.filter(
      ({ key, language, type }) =>
        language === "en" && ["money-back", "wallet"].includes(key) && type !== "POPUP",
    );
    expect(said).toHaveLength(2);
    for (const { body } of said)
      expect(body).toMatch(
        /Unused balance can be refunded any time.*; all that you added when you close your account\. It goes back to the UPI account or card you paid with/,
      );
  });
});

describe("[R-27] texts of another release", () => {
  let world: Harness;
  beforeAll(async () => {
    world = await startHarness({ locations: 0, operators: false });
  });
  afterAll(() => world.stop());

  const load = (release: readonly BuiltInText[]) => {
    world.clock.advance(1000);
    return loadBuiltInTexts(world, release);
  };
  const shownOf = async (language: BuiltInText["language"], key: string) =>
    (await listShown(world.database.db, content.MessageType.options, language)).find(
      (text) => text.key === key,
    );
  const versionsOf = async (key: string) =>
    (await listAllVersions(world.database.db)).filter((text) => text.key === key).length;
  const reworded = (key: string, language: BuiltInText["language"]) =>
    texts.map((text) =>
      text.key === key && text.language === language
        ? { ...text, body: `${text.body} More.` }
        : text,
    );

  test("that changed in one language come anew in all, so that no translation is outdated", async () => {
    await load(reworded("prices", "en"));
    for (const language of LANGUAGES)
      expect(await shownOf(language, "prices")).toMatchObject({ language, version: 2 });
    expect((await shownOf("en", "prices"))!.body).toMatch(/ More\.$/);
    expect(await versionsOf("refunds")).toBe(LANGUAGES.length);
  });

  test("come once: a release before that starts again beside this one brings nothing back", async () => {
    await load(reworded("parking-fee", "hi"));
    const count = (await listAllVersions(world.database.db)).length;
    await load(texts);
    await load(reworded("prices", "en"));
    expect((await listAllVersions(world.database.db)).length).toBe(count);
  });

  test("come once from replicas that start together", async () => {
    const release = reworded("how-fast", "ur");
    await Promise.all([load(release), load(release), load(release)]);
    expect(await versionsOf("how-fast")).toBe(2 * LANGUAGES.length);
  });

  test("that are no longer there are withdrawn", async () => {
    await load(texts.filter(({ key }) => key !== "change-number"));
    expect(await shownOf("hi", "change-number")).toBeUndefined();
  });

  test("never come over one that somebody has written or removed, in whatever language", async () => {
    const params = { type: "FAQ", key: "gst-invoice", language: "hi" } as const;
    const body = { title: "GST", text: "अपने शब्दों में।", category: "भुगतान" };
    await world.call(content.putMessage, { params, body, token: PROVIDER_TOKEN });
    const removed = { type: "FAQ", key: "plug-is-stuck", language: "en" } as const;
    await world.call(content.removeMessage, { params: removed, token: PROVIDER_TOKEN });
    await load(
      reworded("gst-invoice", "en").map((text) =>
        Object.assign({}, text, { position: text.position + 1 }),
      ),
    );
    expect((await shownOf("hi", "gst-invoice"))!.body).toBe("अपने शब्दों में।");
    expect((await shownOf("en", "gst-invoice"))!.body).not.toMatch(/ More\.$/);
    expect(await shownOf("en", "plug-is-stuck")).toBeUndefined();
    expect((await shownOf("en", "which-plug"))!.position).toBe(51);
  });
});
