import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { charging, backoffice, files, notifications, support, wallet } from "@voltmarg/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { download, upload } from "@voltmarg/testkit/file-upload";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-support-"));
  world = await startHarness({ locations: 30, env: { FILES_DIR: folder, PARTY_NAME: "Ampere" } });
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const photo = async (driver: Driver, category = "TICKET") => {
  const image = { create: { width: 30, height: 20, channels: 3, background: "teal" } } as const;
  const { body } = await upload(world, driver, await sharp(image).png().toBuffer(), { category });
  return body.data!.id;
};
const open = async (
  { token }: Driver,
  more: Partial<{ text: string; file_ids: string[]; session_id: string }> = {},
  key?: string,
) =>
  (
    await world.call(support.createTicket, {
      body: { category: "CHARGING", text: "It hums and does not charge.", ...more },
      token,
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    })
  ).body.data;
const at = (token: string, id: string) => ({ params: { id }, token });
const asStaff = (id: string) => at(PROVIDER_TOKEN, id);
const answer = (id: string, text: string, token = PROVIDER_TOKEN) =>
  world.call(support.answerTicket, { ...at(token, id), body: { text } });

describe("a ticket", () => {
  test("[R-25] [B-6] goes from the driver to the back office and back until it is closed", async () => {
    const driver = await world.signUp();
    const fileId = await photo(driver);
    const long = "It hums and does not charge. ".repeat(8).trim();
    const made = await open(driver, { text: long, file_ids: [fileId, fileId] });
    expect(made).toMatchObject({ category: "CHARGING", state: "OPEN", session_id: null });
    expect(made.subject.length).toBeLessThanOrEqual(80);
    expect(made.subject).toMatch(/^It hums and does not charge\. It hums .*[^ ]…$/);
    expect(made.messages).toMatchObject([{ author: "DRIVER", text: long, file_ids: [fileId] }]);

    world.clock.advance(60_000);
    const answered = await answer(made.id, "Which plug was it?");
    expect(answered.body.data).toMatchObject({
      state: "ANSWERED",
      driver: { id: driver.id },
      messages: [{ credential: null }, { author: "SUPPORT", credential: "bootstrap" }],
    });
    const { body: told } = await world.call(notifications.listNotifications, {
      token: driver.token,
    });
    expect(told.content).toMatchObject([
      { title: "Support has answered", subject: { type: "TICKET", id: made.id }, read_at: null },
      { title: "We have your message", subject: { type: "TICKET", id: made.id } },
    ]);
    const seen = (await world.call(support.getTicket, at(driver.token, made.id))).body.data;
    expect(seen.messages[1]).toMatchObject({ author: "SUPPORT", text: "Which plug was it?" });
    // The driver must not see which member of staff answered.
    expect(JSON.stringify(seen)).not.toContain("bootstrap");

    world.clock.advance(60_000);
    const more = await world.call(support.replyToTicket, {
      ...at(driver.token, made.id),
      body: { text: "The left one." },
    });
    expect(more.body.data.state).toBe("OPEN");
    await answer(made.id, "It is mended.");
    await world.call(support.closeTicket, at(driver.token, made.id));
    const again = await world.call(support.closeBackofficeTicket, asStaff(made.id));
    expect(again.body.data.state).toBe("CLOSED");
    for (const refused of [
      await world.refused(support.replyToTicket, {
        ...at(driver.token, made.id),
        body: { text: "One more" },
      }),
      await world.refused(support.answerTicket, { ...asStaff(made.id), body: { text: "And?" } }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, "TICKET_CLOSED"]);
  });

  test("[R-25] two taps make one ticket", async () => {
    const driver = await world.signUp();
    const [one, two] = await Promise.all([
      open(driver, {}, "a-key-of-mine"),
      open(driver, {}, "a-key-of-mine"),
    ]);
    expect(one.id).toBe(two.id);
    const other = await open(await world.signUp(), {}, "a-key-of-mine");
    expect(other.id).not.toBe(one.id);
    const { body } = await world.call(support.listTickets, { token: driver.token });
    expect(body.content.map(({ id }) => id)).toEqual([one.id]);
  });

  test("[R-25] is listed by state, the newest reply first; the back office sees the longest waiting first", async () => {
    const driver = await world.signUp();
    const ids: string[] = [];
    for (const text of ["First", "Second", "Third"]) {
      ids.push((await open(driver, { text })).id);
      world.clock.advance(1000);
    }
    await answer(ids[0]!, "Yes?");
    const listed = async (query: object) =>
      (await world.call(support.listTickets, { token: driver.token, query })).body;
    expect((await listed({})).content.map(({ subject }) => subject)).toEqual([
      "First",
      "Third",
      "Second",
    ]);
    expect(await listed({ state: "OPEN", page_size: 1, page_no: 1 })).toMatchObject({
      content: [{ subject: "Second" }],
      total_elements: 2,
      total_pages: 2,
    });
    const { body } = await world.call(backoffice.listConsoleTickets, {
      query: { state: "OPEN", limit: 100 },
      token: PROVIDER_TOKEN,
    });
    const mine = body.content.filter((ticket) => ticket.driver.id === driver.id);
    expect(mine.map(({ subject }) => subject)).toEqual(["Second", "Third"]);
  });

  test("[R-25] can have photos that its driver uploaded for tickets; the back office sees only those", async () => {
    const driver = await world.signUp();
    const other = await world.signUp();
    const [mine, unused, face] = [
      await photo(driver),
      await photo(driver),
      await photo(driver, "CUSTOMER"),
    ];
    const theirs = await photo(other);
    for (const id of [theirs, face, "fil_absent"]) {
      const body = { category: "APP" as const, text: "Look", file_ids: [id] };
      const refused = await world.refused(support.createTicket, { body, token: driver.token });
      expect([id, refused.body.code]).toEqual([id, "NOT_FOUND"]);
    }
    const ticket = await open(driver, { file_ids: [mine] });
    const see = (fileId: string, token = PROVIDER_TOKEN) =>
      download(world, `/provider/v1/tickets/${ticket.id}/photos/${fileId}`, token);
    const shown = await see(mine);
    expect([shown.status, shown.type]).toEqual([200, "image/jpeg"]);
    expect((await sharp(shown.bytes).metadata()).width).toBe(30);
    for (const id of [unused, face, theirs]) expect((await see(id)).status).toBe(404);
    expect((await see(mine, driver.token)).status).toBe(401);
    const kept = await world.refused(files.deleteFile, at(driver.token, mine));
    expect([kept.status, kept.body.code, kept.body.message]).toEqual([
      409,
      "FILE_IN_TICKET",
      "This photo is in a ticket and stays there.",
    ]);
    await world.call(files.deleteFile, at(driver.token, unused));
  });

  test("[R-25] may be about one of the driver's sessions", async () => {
    const driver = await world.signUp();
    await world.topUp(driver, 100_000);
    const plug = await world.freePlug(driver);
    const started = await world.call(charging.startSession, {
      body: {
        location_id: plug.location.id,
        evse_uid: plug.evse.uid,
        connector_id: plug.connector.id,
      },
      token: driver.token,
    });
    const session_id = started.body.data.id;
    expect((await open(driver, { session_id })).session_id).toBe(session_id);
    const stranger = await world.signUp();
    const refused = await world.refused(support.createTicket, {
      body: { category: "BILL", text: "Whose is it?", session_id },
      token: stranger.token,
    });
    expect([refused.status, refused.body.code]).toEqual([404, "SESSION_NOT_FOUND"]);
  });

  test("has a number for the phone, by which the back office finds, answers and closes it", async () => {
    const driver = await world.signUp();
    const [first, second] = [await open(driver), await open(driver)];
    expect(first.number).toMatch(/^\d{5,}$/);
    expect(Number(second.number)).toBeGreaterThan(Number(first.number));
    const found = await world.call(backoffice.getConsoleTicket, asStaff(second.number));
    expect(found.body.data).toMatchObject({ id: second.id, number: second.number });
    await answer(second.number, "We look into it.");
    const closed = await world.call(support.closeBackofficeTicket, asStaff(second.number));
    expect(closed.body.data).toMatchObject({ id: second.id, state: "CLOSED" });
    const absent = await world.refused(backoffice.getConsoleTicket, asStaff("9999999"));
    expect(absent.body.code).toBe("NOT_FOUND");
    // To a driver a number is nobody's id.
    const other = await world.refused(support.getTicket, at(driver.token, first.number));
    expect(other.body.code).toBe("NOT_FOUND");
  });

  test("says since when it has been in each of its states", async () => {
    const driver = await world.signUp();
    const { id } = await open(driver);
    const step = async (act: () => Promise<unknown>) => {
      world.clock.advance(60_000);
      await act();
      return world.clock.now().toISOString();
    };
    const say = (text: string) =>
      world.call(support.replyToTicket, { ...at(driver.token, id), body: { text } });
    await step(() => say("And it smells."));
    const answered = await step(() => answer(id, "Unplug it."));
    await step(() => answer(id, "And stay away."));
    const again = await step(() => say("Done."));
    const closed = await step(() => world.call(support.closeTicket, at(driver.token, id)));
    const { body } = await world.call(support.getTicket, at(driver.token, id));
    expect(body.data.history).toEqual([
      { state: "OPEN", at: body.data.created_at },
      { state: "ANSWERED", at: answered },
      { state: "OPEN", at: again },
      { state: "CLOSED", at: closed },
    ]);
  });

  test("is not found by anybody else", async () => {
    const owner = await world.signUp();
    const { token } = await world.signUp();
    const { id } = await open(owner);
    for (const named of [id, "tkt_absent"]) {
      const refused = [
        await world.refused(support.getTicket, at(token, named)),
        await world.refused(support.closeTicket, at(token, named)),
        await world.refused(support.replyToTicket, { ...at(token, named), body: { text: "Hm" } }),
      ];
      expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill("NOT_FOUND"));
    }
    const seen = await world.call(support.getTicket, at(owner.token, id));
    expect(seen.body.data).toMatchObject({ state: "OPEN", messages: [{ author: "DRIVER" }] });
  });

  test("twenty may be open at once", async () => {
    const driver = await world.signUp();
    for (let i = 0; i < 20; i++) await open(driver);
    const refused = await world.refused(support.createTicket, {
      body: { category: "OTHER", text: "And this" },
      token: driver.token,
    });
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_TICKETS"]);
  });

  test("an answer is in the audit log, and only support may write one", async () => {
    const { id } = await open(await world.signUp());
    const tokenOf = async (name: string, role: "read" | "support" | "finance") =>
      (
        await world.call(backoffice.createCredential, {
          body: { name, role },
          token: PROVIDER_TOKEN,
        })
      ).body.data.token;
    for (const role of ["read", "finance"] as const) {
      const token = await tokenOf(`only-${role}`, role);
      const refused = await world.refused(support.answerTicket, {
        ...at(token, id),
        body: { text: "Hm" },
      });
      expect(refused.body.code).toBe("FORBIDDEN");
    }
    await answer(id, "We look into it.", await tokenOf("meera", "support"));
    const { body } = await world.call(backoffice.listAudit, {
      query: { credential: "meera" },
      token: PROVIDER_TOKEN,
    });
    expect(body.content).toMatchObject([
      { method: "POST", route: support.answerTicket.path, outcome: "OK" },
    ]);
  });
});

describe("support information", () => {
  const read = async (headers: Record<string, string>) => {
    const path = support.findSupportInformation.path;
    const response = await fetch(`${world.url}${path}`, { headers });
    return { status: response.status, body: (await response.json()) as { content: object[] } };
  };

  test("[R-9] [B-6] is read with an empty authorization header, and changed in the back office", async () => {
    const { status, body } = await read({ authorization: "" });
    expect(status).toBe(200);
    expect(body.content[0]).toMatchObject({
      opening: null,
      name: "Ampere support",
      email: "support@voltmarg.example",
      phone: "+911800000000",
    });
    const opening = [{ weekday: 1, period_begin: "09:00", period_end: "18:00" }];
    const change = {
      hours: "At all hours",
      whatsapp: "+919812345678",
      languages: ["en", "mr"],
      opening,
    };
    const changed = await world.call(support.updateSupportInformation, {
      body: change,
      token: PROVIDER_TOKEN,
    });
    expect(changed.body.data).toEqual({ ...body.content[0], ...change });
    expect((await read({})).body.content).toEqual([changed.body.data]);
    const mail = { email: "help@voltmarg.example", phone: "+911800111111" };
    await world.call(support.updateSupportInformation, { body: mail, token: PROVIDER_TOKEN });
    const config = await world.call(wallet.getEmspConfig, { params: { id: "default" } });
    expect(config.body.data).toMatchObject({
      support_email: mail.email,
      support_phone: mail.phone,
    });
    const wrong = await world.refused(support.updateSupportInformation, {
      body: { phone: "call us" },
      token: PROVIDER_TOKEN,
    });
    expect(wrong.body.code).toBe("INVALID_INPUT");
  });
});
