import { byTwo } from "@voltmarg/testkit/by-two";
import { content, backoffice } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { readBuiltInTexts } from "./built-in-texts.ts";
import { compareVersions } from "./app-versions.ts";

let world: Harness;
beforeAll(async () => {
  const env = { PARTY_NAME: "Ampere & Söhne" };
  world = await startHarness({ locations: 1, operators: false, env });
  // After the built-in texts were loaded.
  world.clock.advance(1000);
});
afterAll(() => world.stop());

const read = async (messageTypes: string, more: object = {}) =>
  (await world.call(content.listCustomMessages, { query: { messageTypes, ...more } })).body.content;
const write = async (
  type: "FAQ" | "TOU" | "PRIVACY" | "POPUP",
  key: string,
  language: "en" | "hi" | "ur",
  body: { title: string; text: string; category?: string; position?: number },
) =>
  (
    await world.call(content.putMessage, {
      params: { type, key, language },
      body,
      token: PROVIDER_TOKEN,
    })
  ).body.data;

describe("texts of the provider's own", () => {
  test("[R-16] [R-27] [R-28] [M-4] [M-5] [M-6] questions, terms, privacy and popups can be read by anybody, by type", async () => {
    const all = await read("FAQ,TOU,PRIVACY,POPUP");
    const types = [...new Set(all.map(({ type }) => type))];
    expect(types).toEqual(["FAQ", "TOU", "PRIVACY", "POPUP"]);
    expect((await read("tou")).map(({ key }) => key)).toEqual(
      all.filter(({ type }) => type === "TOU").map(({ key }) => key),
    );
    const popups = Object.fromEntries((await read("POPUP")).map((p) => [p.key, p]));
    expect(popups["add-vehicle"]).toMatchObject({
      title: "Add your vehicle",
      text: "Do you want to add your vehicle",
      language: "en",
      version: 1,
    });
    expect(popups["insufficient-balance"]!.text).toBe("Please add money into your wallet.");
    expect(popups["wallet"]!.text).toMatch(/500rs.*minimum balance.*refundable/s);
    for (const messageTypes of ["NEWS", "", "FAQ,NEWS"]) {
      const refused = await world.refused(content.listCustomMessages, { query: { messageTypes } });
      expect([messageTypes, refused.body.code]).toEqual([messageTypes, "INVALID_INPUT"]);
    }
  });

  test.each(["en", "hi", "ur"] as const)(
    "[R-27] the texts that came with the service say the provider's name, in %s",
    async (language) => {
      const said = await read("FAQ,TOU,PRIVACY,POPUP", { language });
      const named = said.filter(({ title, text }) => `${title} ${text}`.includes("Ampere & Söhne"));
      expect(named.map(({ key }) => key)).toEqual(["what-voltmarg-does"]);
      expect(said.filter(({ title, text }) => `${title} ${text}`.includes("Voltmarg"))).toEqual([]);
      const found = await read("TOU", { language, search: "söhne" });
      expect(found.map(({ key }) => key)).toEqual(["what-voltmarg-does"]);
    },
  );

  test("[R-27] what the provider has written stays as it is", async () => {
    await write("TOU", "made-with", "en", { title: "Made with", text: "Made with Voltmarg." });
    const terms = await read("TOU");
    expect(terms.find(({ key }) => key === "made-with")!.text).toBe("Made with Voltmarg.");
  });

  test("[R-16] questions are found by category and by words, case-insensitively", async () => {
    const all = await read("FAQ");
    const categories = new Set(all.map(({ category }) => category));
    expect(categories).toEqual(new Set(["Account", "Charging", "Payment", "Stations"]));
    const some = await read("FAQ", { category: "payment" });
    expect(some.length).toBeGreaterThan(1);
    expect(some.every(({ category }) => category === "Payment")).toBe(true);
    const found = await read("FAQ", { search: "  GSTIN   invoice " });
    expect(found.map(({ key }) => key)).toEqual(["gst-invoice"]);
    expect(await read("FAQ", { search: "submarine" })).toEqual([]);
    // Signs of a pattern are letters like any other.
    expect(await read("FAQ", { search: "%" })).toEqual([]);
  });

  test("[R-27] a text is in the driver's language if there is a translation, else in English", async () => {
    await write("TOU", "disputes", "en", { title: "Disputes", text: "Tell support." });
    await write("TOU", "prices", "hi", { title: "कीमतें", text: "हर कीमत में GST शामिल है।" });
    const terms = await read("TOU", { language: "hi" });
    expect(terms.find(({ key }) => key === "prices")).toMatchObject({
      language: "hi",
      title: "कीमतें",
      version: 2,
    });
    expect(terms.find(({ key }) => key === "disputes")!.language).toBe("en");
    // In its place, not after the others.
    const order = (await read("TOU")).map(({ key }) => key);
    expect(terms.map(({ key }) => key)).toEqual(order);
    expect((await read("FAQ", { language: "hi", search: "gst invoice" })).length).toBe(0);
    expect((await read("FAQ", { language: "hi", search: "gstin" })).map(({ key }) => key)).toEqual([
      "gst-invoice",
    ]);
  });

  test.each([
    ["hi", /[\u0900-\u097F]/],
    ["ur", /[\u0600-\u06FF]/],
  ] as const)(
    "[R-16] [R-27] [R-28] [M-5] all we say ourselves is there in %s",
    async (language, script) => {
      const messageTypes = "FAQ,TOU,PRIVACY,POPUP";
      const keys = new Set(readBuiltInTexts().map(({ key }) => key));
      const said = (await read(messageTypes, { language })).filter(({ key }) => keys.has(key));
      expect(said.length).toBeGreaterThan(20);
      for (const { key, title, text, category, language: told } of said) {
        if (told === "en") continue;
        for (const words of [title, text, ...(category === null ? [] : [category])])
          expect([key, words, script.test(words)]).toEqual([key, words, true]);
      }
      const english = said.filter(({ language: told }) => told === "en").map(({ key }) => key);
      // Only what these tests have written anew in English.
      expect(english).toEqual([]);
    },
  );

  test("[R-27] the language follows Accept-Language, and the answer says which it is", async () => {
    await write("TOU", "house-rules", "en", { title: "House rules", text: "Be kind." });
    const ask = async (accept: string, query: object = {}) => {
      const { headers, body } = await world.call(content.listCustomMessages, {
        query: { messageTypes: "TOU", ...query },
        send: { "accept-language": accept },
      });
      const spoken = new Set(body.content.map(({ language }) => language));
      expect(new Set(headers.get("content-language")!.split(", "))).toEqual(spoken);
      expect(headers.get("vary")).toContain("accept-language");
      return headers.get("content-language");
    };
    expect(await ask("hi-IN, en;q=0.8")).toBe("hi, en");
    expect(await ask("ta, ur;q=0.5, en;q=0.4")).toBe("ur, en");
    expect(await ask("ur;q=0, en")).toBe("en");
    expect(await ask("fr")).toBe("en");
    expect(await ask("hi", { language: "ur" })).toBe("ur, en");
  });

  test("[R-27] a translation of an outdated English text is not shown", async () => {
    const inUrdu = async () =>
      (await read("PRIVACY", { language: "ur" })).find(({ key }) => key === "on-this-device");
    const params = { type: "PRIVACY", key: "on-this-device", language: "en" } as const;
    expect((await inUrdu())!.language).toBe("ur");
    world.clock.advance(1000);
    await write("PRIVACY", "on-this-device", "en", { title: "Your location", text: "Kept a day." });
    expect((await inUrdu())!).toMatchObject({ language: "en", text: "Kept a day." });
    world.clock.advance(1000);
    await write("PRIVACY", "on-this-device", "ur", {
      title: "آپ کی جگہ",
      text: "ایک دن رکھی جاتی ہے۔",
    });
    expect((await inUrdu())!).toMatchObject({ language: "ur", version: 2 });
    world.clock.advance(1000);
    await world.call(content.removeMessage, { params, token: PROVIDER_TOKEN });
    expect(await inUrdu()).toBeUndefined();
  });

  test("[R-28] every change is a permanent version; a removed text can be written again", async () => {
    const before = (await read("TOU")).find(({ key }) => key === "prices")!;
    const written = await write("TOU", "prices", "en", { title: "Prices", text: "With GST." });
    expect(written).toMatchObject({ version: before.version + 1, written_by: "bootstrap" });
    const shown = (await read("TOU")).find(({ key }) => key === "prices")!;
    expect([shown.text, shown.version]).toEqual(["With GST.", before.version + 1]);
    const params = { type: "TOU", key: "prices", language: "en" } as const;
    await world.call(content.removeMessage, { params, token: PROVIDER_TOKEN });
    expect((await read("TOU")).map(({ key }) => key)).not.toContain("prices");
    const gone = await world.refused(content.removeMessage, { params, token: PROVIDER_TOKEN });
    expect(gone.body.code).toBe("NOT_FOUND");
    await write("TOU", "prices", "en", { title: "Prices", text: "With GST, always." });
    const { body } = await world.call(content.listMessageVersions, {
      query: { type: "TOU", key: "prices" },
      token: PROVIDER_TOKEN,
    });
    const english = body.data.messages.filter(({ language }) => language === "en");
    expect(english.slice(0, 4).map((m) => [m.version, m.removed, m.text])).toEqual([
      [before.version + 3, false, "With GST, always."],
      [before.version + 2, true, "With GST."],
      [before.version + 1, false, "With GST."],
      [before.version, false, before.text],
    ]);
    const rewrite = sql`update custom_message set body = 'x' where key = 'prices'`;
    await expect(rewrite.execute(world.database.db)).rejects.toThrow("written once");
    const newest = await world.call(content.listMessageVersions, { token: PROVIDER_TOKEN });
    const keys = newest.body.data.messages.map((m) => `${m.type}/${m.key}/${m.language}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("[R-16] two concurrent writers make two versions", async () => {
    const texts = ["One", "Two", "Three", "Four"];
    const written = await Promise.all(
      texts.map((text) => write("FAQ", "new-question", "ur", { title: "?", text })),
    );
    expect(new Set(written.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4]));
    // Without English there is still the text for those who read Urdu.
    const urdu = await read("FAQ", { language: "ur" });
    expect(urdu.at(-1)).toMatchObject({ key: "new-question", version: 4 });
    expect((await read("FAQ")).map(({ key }) => key)).not.toContain("new-question");
  });

  test("only support writes them, and every change is in the audit log", async () => {
    const made = await world.call(backoffice.createCredential, {
      body: { name: "farah", role: "support" },
      token: PROVIDER_TOKEN,
    });
    const params = { type: "FAQ", key: "what-is-held", language: "hi" } as const;
    await world.call(content.putMessage, {
      params,
      body: { title: "पैसे क्यों रोके जाते हैं?", text: "ताकि चार्ज का भुगतान हो सके।", category: "Payment" },
      token: made.body.data.token,
    });
    const versions = { name: "voltmarg", device_type: "web" } as const;
    const refused = await world.refused(content.putAppVersion, {
      params: versions,
      body: { latest_version: "9.0", minimum_version: "9.0" },
      token: made.body.data.token,
    });
    expect(refused.body.code).toBe("FORBIDDEN");
    const { body } = await world.call(backoffice.listAudit, {
      query: { credential: "farah" },
      token: PROVIDER_TOKEN,
    });
    expect(body.content.map(({ route, outcome }) => [route, outcome])).toEqual([
      [content.putAppVersion.path, "FORBIDDEN"],
      [content.putMessage.path, "OK"],
    ]);
  });
});

describe("[A-10] the app's version", () => {
  const ask = async (version?: string, device_type?: "web" | "android" | "ios") =>
    (
      await world.call(content.getAppVersion, {
        params: { name: "voltmarg" },
        query: { ...(version ? { version } : {}), ...(device_type ? { device_type } : {}) },
      })
    ).body.data;

  test("tells whether a newer one is available or required, on each platform", async () => {
    expect(await ask("1.8.0")).toMatchObject({ latest_version: "1.8.0", update: "NONE" });
    expect((await ask()).update).toBe(null);
    await byTwo(world, content.putAppVersion, {
      params: { name: "voltmarg", device_type: "android" },
      body: {
        latest_version: "1.10.0",
        minimum_version: "1.9",
        url: "https://play.google.com/store/apps/details?id=in.voltmarg",
        notes: "A quicker map.",
      },
    });
    const asked = async (version: string) => (await ask(version, "android")).update;
    expect(await Promise.all(["1.8.0", "1.9.0", "1.9.12", "1.10", "2.0.0"].map(asked))).toEqual([
      "REQUIRED",
      "AVAILABLE",
      "AVAILABLE",
      "NONE",
      "NONE",
    ]);
    expect(await ask("1.8.0", "ios")).toMatchObject({ update: "NONE", url: null });
  });

  test("is refused if no user could have it, and unknown for an unknown app", async () => {
    const params = { name: "voltmarg", device_type: "ios" } as const;
    const body = { latest_version: "1.9", minimum_version: "1.10" };
    const refused = await world.refused(content.putAppVersion, {
      params,
      body,
      token: PROVIDER_TOKEN,
    });
    expect(refused.body.code).toBe("INVALID_INPUT");
    expect((await ask("1.8.0", "ios")).minimum_version).toBe("1.8.0");
    for (const name of ["another", "voltmarg-pro"]) {
      const absent = await world.refused(content.getAppVersion, { params: { name } });
      expect(absent.body.code).toBe("NOT_FOUND");
    }
  });

  test.each([
    ["1.10", "1.9", 1],
    ["1.8", "1.8.0", 0],
    ["1.8.0.1", "1.8", 1],
    ["0.9.9", "1", -1],
  ])("%s against %s", (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
    expect(Math.sign(compareVersions(b, a)) + sign).toBe(0);
  });
});
