import { backoffice, support } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => (world = await startHarness({ locations: 0, operators: false })));
afterAll(() => world.stop());

const BROKEN = {
  title: "A plug is broken",
  category: "STATION" as const,
  en: "We asked the operator to repair {station}. Your ticket is {ticket}. {me}",
  hi: "हमने ऑपरेटर से {station} ठीक करने को कहा है।",
  ur: null,
};
const saving = (key: string, body: object) => ({
  token: PROVIDER_TOKEN,
  params: { key },
  body: { ...BROKEN, version: 0, ...body },
});
const save = async (key: string, body: object = {}) =>
  (await world.call(backoffice.saveAnswerTemplate, saving(key, body))).body.data;
const removing = (key: string, version: number) => ({
  token: PROVIDER_TOKEN,
  params: { key },
  query: { version },
});
const keys = async () =>
  (
    await world.call(backoffice.listAnswerTemplates, { token: PROVIDER_TOKEN })
  ).body.data.templates.map(({ key }) => key);

describe("[D-17] answer templates", () => {
  test("are saved in the drivers' languages, listed by title, changed and removed, each in the audit log", async () => {
    const made = await save("plug-broken");
    expect(made).toMatchObject({ ...BROKEN, key: "plug-broken", updated_by: "bootstrap" });
    await save("hello", { title: "A greeting", category: null, en: "Hello." });
    expect(await keys()).toEqual(["hello", "plug-broken"]);
    world.clock.advance(1_000);
    const changed = await save("plug-broken", { ur: "ہم دیکھتے ہیں", version: made.version });
    expect(changed).toMatchObject({ ur: "ہم دیکھتے ہیں", hi: BROKEN.hi });
    expect(changed.updated_at > made.updated_at).toBe(true);
    await world.call(backoffice.removeAnswerTemplate, removing("plug-broken", changed.version));
    expect(await keys()).toEqual(["hello"]);
    const { body } = await world.call(backoffice.listAudit, {
      token: PROVIDER_TOKEN,
      query: { page_size: 50 },
    });
    const acts = body.content.filter(({ method }) => method !== "GET");
    expect(acts.map(({ method, outcome }) => `${method} ${outcome}`)).toEqual([
      "DELETE OK",
      "PUT OK",
      "PUT OK",
      "PUT OK",
    ]);
  });

  test("are not overwritten by who has an older one before them", async () => {
    const first = await save("refund");
    const second = await save("refund", { en: "Two days.", version: first.version });
    for (const refused of [
      await world.refused(
        backoffice.saveAnswerTemplate,
        saving("refund", { en: "Mine", version: first.version }),
      ),
      await world.refused(backoffice.saveAnswerTemplate, saving("refund", { en: "New" })),
      await world.refused(backoffice.removeAnswerTemplate, removing("refund", first.version)),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: "CONFLICT", by: "bootstrap", template: { en: "Two days." } },
      });
    await world.call(backoffice.removeAnswerTemplate, removing("refund", second.version));
    const late = saving("refund", { version: second.version });
    expect((await world.refused(backoffice.saveAnswerTemplate, late)).body.code).toBe("CONFLICT");
    // Made anew, it is another one than the one that was removed.
    expect((await save("refund")).version).toBeGreaterThan(second.version);
    const absent = await world.refused(backoffice.removeAnswerTemplate, removing("absent", 1));
    expect(absent.body.code).toBe("NOT_FOUND");
  });

  test("two who make the same one at once make one", async () => {
    const both = await Promise.allSettled(
      ["One", "Two"].map((en) =>
        world.call(backoffice.saveAnswerTemplate, saving("at-once", { en })),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test.each([
    "Dear {name}",
    "{mobile}",
    "{{ticket}}",
    "{ticket",
    "ticket}",
    "{TICKET}",
    "{ticket.constructor}",
    "{__proto__}",
    "${process.env}",
    "",
    "  ",
    "x".repeat(2001),
  ])("with %j is refused, in every language", async (text) => {
    for (const language of ["en", "hi", "ur"]) {
      const refused = await world.refused(
        backoffice.saveAnswerTemplate,
        saving("odd", { [language]: text }),
      );
      expect(refused.body).toMatchObject({
        code: "INVALID_INPUT",
        errors: [{ path: expect.stringContaining(language) }],
      });
    }
    expect(await keys()).not.toContain("odd");
  });

  test("with markup is text, and comes back as it was written", async () => {
    const text = `<script>alert(1)</script> <img src=x onerror=1> & "quotes" [link](javascript:1)`;
    expect((await save("markup", { en: text })).en).toBe(text);
    for (const key of ["../seller", "A B", "<b>", "x"]) {
      const refused = await world.refused(backoffice.saveAnswerTemplate, saving(key, {}));
      expect([key, refused.status]).toEqual([key, 400]);
    }
  });

  test("an answer in which a placeholder was left is not sent", async () => {
    const driver = await world.signUp();
    const ticket = await world.call(support.createTicket, {
      token: driver.token,
      body: { category: "STATION", text: "It is broken." },
    });
    const call = { token: PROVIDER_TOKEN, params: { id: ticket.body.data.id } };
    const left = await world.refused(support.answerTicket, { ...call, body: { text: BROKEN.en } });
    expect(left.body.errors).toMatchObject([
      { path: expect.stringContaining("text"), message: expect.stringContaining("placeholder") },
    ]);
    // Other braces are a matter of the text.
    await world.call(support.answerTicket, { ...call, body: { text: "Use {1} or {}." } });
  });
});
