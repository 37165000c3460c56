import { accounts, notifications } from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { startMailServer, type MailServer } from "@voltmarg/testkit/mail-server";
import { createMailer } from "../../platform/mail.ts";
import { rows, sql } from "../../platform/database/database.ts";
import { createNotices } from "./notices.ts";

let post: MailServer;
let world: Harness;
beforeAll(async () => {
  post = await startMailServer();
  const env = { SMTP_URL: post.url, MAIL_FROM: "Voltmarg <no-reply@voltmarg.example>" };
  world = await startHarness({ locations: 0, operators: false, env });
});
afterAll(async () => {
  await world.stop();
  await post.close();
});
afterEach(() => post.answerBy(() => null));

let drivers = 0;
/** A driver who wants mail of bills, and has given an address. */
async function withMail(
  email = `asha-${++drivers}@example.in`,
): Promise<Driver & { email: string }> {
  const driver = await world.signUp();
  const { token } = driver;
  await world.call(accounts.updateUser, { params: { id: driver.id }, body: { email }, token });
  const kinds = [{ kind: "BILL_READY" as const, channels: { PUSH: false, MAIL: true } }];
  await world.call(notifications.updateNotificationPreferences, { body: { kinds }, token });
  return { ...driver, email };
}
async function tell(driver: Driver, key: string, place = "Koramangala Hub") {
  const { database, service } = world;
  const notices = createNotices({ database, clock: world.clock, outbox: service.outbox });
  const subject = { type: "BILL", id: key } as const;
  const said = { of: "BILL_READY", place } as const;
  await database.transact((tx) => notices.notify(tx, { userId: driver.id, key, said, subject }));
  await world.drain();
}
const stateOf = async (email: string) =>
  (
    await rows(
      world.database.db,
      sql<{
        state: string;
      }>`select state from message where recipient = ${email} order by created_at`,
    )
  ).map(({ state }) => state);

describe("[N-5] a notification by mail", () => {
  test("is sent once to drivers who want it, with a link to the list", async () => {
    const driver = await withMail();
    await tell(driver, "a");
    await tell(driver, "a");
    const [mail, ...more] = post.to(driver.email);
    expect(more).toEqual([]);
    expect(mail!.from).toBe("no-reply@voltmarg.example");
    expect(mail!.headers).toMatchObject({
      from: "Voltmarg <no-reply@voltmarg.example>",
      to: driver.email,
      subject: "Your bill is ready",
      "auto-submitted": "auto-generated",
    });
    expect(mail!.headers["message-id"]).toMatch(/^<msg_\w+@voltmarg\.example>$/);
    expect(mail!.text).toContain("The bill for your charging at Koramangala Hub has come.");
    expect(mail!.text).toContain(`${world.url}/notifications`);
    expect(await stateOf(driver.email)).toEqual(["SENT"]);
    const another = await world.signUp();
    await tell(another, "b");
    expect(post.mails.filter(({ text }) => text.includes(another.id))).toEqual([]);
  });

  test("is in the language of the driver's app", async () => {
    const driver = await withMail();
    const { token } = driver;
    const body = { language: "hi" } as const;
    await world.call(notifications.updateNotificationPreferences, { body, token });
    await tell(driver, "a");
    const [mail] = post.to(driver.email);
    expect(mail!.headers["subject"]).toBe("आपका बिल तैयार है");
    expect(mail!.text).toContain("Koramangala Hub पर आपकी चार्जिंग का बिल आ गया है।");
  });

  test("stays one mail to one address, whatever title and address contain", async () => {
    const driver = await withMail();
    const send = createMailer({ url: post.url, from: "no-reply@voltmarg.example" }, false);
    const subject = "Ready\r\nBcc: victim@example.in\r\n\r\nHello";
    await send("msg_0", { to: driver.email, subject, text: "x" });
    await tell(driver, "a", "Hub\r\nBcc: victim@example.in\r\n\r\n");
    const [mail, notice] = post.to(driver.email);
    expect([mail!.headers["bcc"], notice!.headers["bcc"]]).toEqual([undefined, undefined]);
    expect(mail!.headers["subject"]).toBe("Ready Bcc: victim@example.in Hello");
    const before = post.mails.length;
    for (const to of [
      "a@example.in, b@example.in",
      "a@example.in\r\nBcc: b@example.in",
      "Group: a@example.in;",
      "<a@example.in>",
      "nobody",
    ]) {
      const sent = await send("msg_1", { to, subject: "x", text: "x" });
      expect([to, sent]).toMatchObject([to, { is: "refused", passing: false }]);
    }
    expect(post.mails).toHaveLength(before);
  });

  test("that is deferred is sent later with the same Message-ID; a refused one is not sent again", async () => {
    const driver = await withMail();
    let answers = 2;
    post.answerBy(() => (answers-- > 0 ? 451 : null));
    await tell(driver, "a");
    expect(await stateOf(driver.email)).toEqual(["QUEUED"]);
    await world.pass(29, 29);
    expect(post.tries(driver.email)).toHaveLength(1);
    await world.pass(120, 10);
    const tries = post.tries(driver.email);
    expect(tries.map(({ status }) => status)).toEqual([451, 451, 250]);
    expect(new Set(tries.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await stateOf(driver.email)).toEqual(["SENT"]);

    const gone = await withMail();
    post.answerBy(() => 550);
    await tell(gone, "a");
    await world.pass(600, 60);
    expect(post.tries(gone.email)).toHaveLength(1);
    expect(await stateOf(gone.email)).toEqual(["FAILED"]);
  });

  test("is not sent if it was read, or mail was switched off, before it was due", async () => {
    const driver = await withMail();
    const { token } = driver;
    const ist = (ms: number) => new Date(ms + 19_800_000).toISOString().slice(11, 16);
    const now = world.clock.now().getTime();
    const quiet_hours = { from: ist(now - 60_000), until: ist(now + 300_000) };
    await world.call(notifications.updateNotificationPreferences, { body: { quiet_hours }, token });
    await tell(driver, "a");
    await tell(driver, "b");
    expect(post.to(driver.email)).toEqual([]);
    const { body } = await world.call(notifications.listNotifications, { token });
    const { id } = body.content.find(({ subject }) => subject.id === "a")!;
    await world.call(notifications.markNotification, {
      params: { id },
      body: { read: true },
      token,
    });
    await world.pass(420, 60);
    expect(post.to(driver.email)).toHaveLength(1);
  });

  test("is never sent unencrypted in production", async () => {
    const send = createMailer({ url: post.url, from: "no-reply@voltmarg.example" }, true);
    const before = post.mails.length;
    const sent = await send("msg_1", { to: "asha@example.in", subject: "x", text: "x" });
    expect(sent).toMatchObject({ is: "refused", passing: true });
    expect(post.mails).toHaveLength(before);
  });
});
