import { AGREED } from "@voltmarg/testkit/agreed";
import { accounts, notifications } from "@voltmarg/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  idOf,
  nextMobile,
  PROVIDER_TOKEN,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";
import {
  msg91Report,
  startSmsCarriers,
  twilioReport,
  type Handed,
  type SmsCarriers,
} from "@voltmarg/testkit/sms-carriers";
import { textsToRegister } from "./registered.ts";
import { rows, sql } from "../../../platform/database/database.ts";

let sms: SmsCarriers;
let world: Harness;
beforeAll(async () => {
  sms = await startSmsCarriers();
  world = await startHarness({ locations: 0, operators: false, env: sms.env });
});
afterAll(async () => {
  await world.stop();
  await sms.close();
});
afterEach(async () => {
  sms.mood("msg91", "take");
  sms.mood("twilio", "take");
  // What a carrier was found out to be is forgotten.
  world.clock.advance(600_000);
  await world.drain();
});

const askCode = async (mobile: string, language = "en") => {
  await world.call(accounts.sendOtp, {
    params: { mobile },
    query: { otpType: "SU" },
    send: { "accept-language": language },
  });
  await world.drain();
};
const handedTo = (mobile: string) => sms.handed.filter(({ to }) => to.endsWith(mobile));
const carriersOf = (mobile: string) => handedTo(mobile).map(({ carrier }) => carrier);
const codeOf = ({ carrier, body }: Handed) =>
  carrier === "msg91" ? body["code"]! : /^\d{6}/.exec(body["Body"]!)![0];
const signUpWith = (mobile: string, otp: string) =>
  world.call(accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp, userType: "DRIVER", type: "SU", consent: AGREED },
  });
const report = async ({ url, init }: { url: string; init: RequestInit }) => {
  const { status } = await fetch(url, init);
  await world.drain();
  return status;
};
const stateOf = async (mobile: string) =>
  (
    await rows(
      world.database.db,
      sql<{ state: string; content: string | null; id: string }>`
        select state, content, id from message where recipient = ${`+91${mobile}`} order by created_at desc limit 1`,
    )
  )[0]!;

describe("[A-1] a one-time code by SMS", () => {
  test("is sent by the first carrier, as the registered text with its variables, and signs in", async () => {
    const mobile = nextMobile();
    await askCode(mobile);
    const [handed, ...more] = handedTo(mobile);
    expect(more).toEqual([]);
    expect(handed).toMatchObject({ carrier: "msg91", to: `91${mobile}` });
    expect(handed!.body).toEqual({ code: expect.stringMatching(/^\d{6}$/), minutes: "5" });
    expect(handed!.id).toMatch(/^msg_/);
    expect((await stateOf(mobile)).state).toBe("SENT");
    const { body } = await signUpWith(mobile, codeOf(handed!));
    expect(idOf(body.access_token)).toMatch(/^usr_/);
  });

  test("is sent by the second carrier, unchanged, if the first certainly did not accept it", async () => {
    for (const mood of ["refuse"] as const) {
      sms.mood("msg91", mood);
      const mobile = nextMobile();
      await askCode(mobile);
      expect(carriersOf(mobile)).toEqual(["msg91", "twilio"]);
      const [first, second] = handedTo(mobile);
      expect(codeOf(second!)).toBe(codeOf(first!));
      const lines = second!.body["Body"]!.split("\n");
      expect(lines[0]).toBe(`${codeOf(first!)} is your Voltmarg code, valid 5 min. Do not share.`);
      expect(lines.at(-1)).toBe(`@${new URL(world.url).hostname} #${codeOf(first!)}`);
      expect(second!.body).toMatchObject({ ValidityPeriod: "300", From: "VLTMRG" });
      await signUpWith(mobile, codeOf(second!));
    }
  });

  test("is in the driver's language if a text is registered in it, in the registered wording", async () => {
    const [hindi, urdu] = [nextMobile(), nextMobile()];
    await askCode(hindi, "hi-IN, en;q=0.5");
    await askCode(urdu, "ur");
    expect(handedTo(hindi)[0]!.template).toBe("flow-of-codes-in-hindi");
    expect(handedTo(urdu)[0]!.template).toBe("flow-of-codes-in-urdu");
    sms.mood("msg91", "refuse");
    const [second, third] = [nextMobile(), nextMobile()];
    await askCode(second, "hi");
    await askCode(third, "ur");
    const code = codeOf(handedTo(second)[1]!);
    const domain = new URL(world.url).hostname;
    expect(handedTo(second)[1]!.body["Body"]).toBe(
      `${code} आपका Voltmarg कोड है, 5 मिनट तक मान्य। किसी को न बताएँ।\n@${domain} #${code}`,
    );
    expect(handedTo(third)[1]!.body["Body"]).toMatch(
      /^\d{6} آپ کا Voltmarg OTP ہے، 5 منٹ تک چلے گا۔ کسی کو نہ بتائیں۔\n/,
    );
  });

  test("says the name from the settings once that text is registered, and the old name before", async () => {
    const { SMS_DLT_TEMPLATES = "" } = sms.env;
    const templates = JSON.parse(SMS_DLT_TEMPLATES) as { CODE: { wording?: number } };
    templates.CODE.wording = 4;
    const env = {
      ...sms.env,
      SMS_CARRIERS: "twilio",
      SMS_DLT_TEMPLATES: JSON.stringify(templates),
      PARTY_NAME: "Ampere & Söhne",
    };
    const named = await startHarness({ locations: 0, operators: false, env });
    try {
      const textIn = async (language: string) => {
        const mobile = nextMobile();
        const send = { "accept-language": language };
        const query = { otpType: "SU" } as const;
        await named.call(accounts.sendOtp, { params: { mobile }, query, send });
        await named.drain();
        return handedTo(mobile)[0]!.body["Body"]!.replaceAll(/\d{6}/g, "{#numeric#}");
      };
      const english = textsToRegister({
        name: "Ampere & Söhne",
        domain: new URL(named.url).hostname,
      }).find(({ kind, language }) => kind === "CODE" && language === "en")!;
      expect(english.dlt).toMatch(
        /^\{#numeric#\} is your Ampere & Söhne OTP, valid \{#numeric#\} min\./,
      );
      expect(await textIn("en")).toBe(english.dlt.replace("valid {#numeric#}", "valid 5"));
      expect(await textIn("ur")).toContain("آپ کا Voltmarg OTP ہے، 5 منٹ");
    } finally {
      await named.stop();
    }
  });

  test.each(["drop", "break"] as const)(
    "is not sent twice when nobody knows whether the first carrier took it: %s",
    async (mood) => {
      sms.mood("msg91", mood);
      const mobile = nextMobile();
      await askCode(mobile);
      await world.pass(280, 20);
      expect(carriersOf(mobile)).toEqual(["msg91"]);
      expect(await stateOf(mobile)).toMatchObject({ state: "UNCLEAR", content: null });
      // It may have come: then it is good.
      await signUpWith(mobile, codeOf(handedTo(mobile)[0]!));
    },
  );

  test("is not sent again by the run after a killed one", async () => {
    const mobile = nextMobile();
    await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "SU" } });
    const { id } = await stateOf(mobile);
    await sql`insert into message_attempt (message_id, carrier, tries, begun_at, state)
        values (${id}, 'msg91', 1, ${world.clock.now()}, 'BEGUN')`.execute(world.database.db);
    await world.drain();
    expect(handedTo(mobile)).toEqual([]);
    expect((await stateOf(mobile)).state).toBe("UNCLEAR");
  });

  test("that no carrier accepts is given up; the next requested one is sent", async () => {
    sms.mood("msg91", "refuse");
    sms.mood("twilio", "refuse");
    const mobile = nextMobile();
    await askCode(mobile);
    expect(carriersOf(mobile)).toEqual(["msg91", "twilio"]);
    expect(await stateOf(mobile)).toMatchObject({ state: "FAILED", content: null });
    await world.pass(40, 10);
    expect(handedTo(mobile)).toHaveLength(2);
    sms.mood("msg91", "take");
    await askCode(mobile);
    expect(handedTo(mobile)).toHaveLength(3);
  });

  test("is readable in no table, and deleted when it expires", async () => {
    const mobile = nextMobile();
    await askCode(mobile);
    const code = codeOf(handedTo(mobile)[0]!);
    const kept = await rows(
      world.database.db,
      sql<{ text: string }>`
        select m::text as text from message m where recipient = ${`+91${mobile}`}
        union all select o::text from outbox o where topic like 'message%'`,
    );
    expect(kept.length).toBeGreaterThan(1);
    for (const { text } of kept) expect(text).not.toMatch(new RegExp(`\\D${code}\\D`));
    expect((await stateOf(mobile)).content).toMatch(/^sealed:/);
    await world.pass(301, 100);
    expect((await stateOf(mobile)).content).toBe(null);
  });
});

describe("[A-1] a carrier's report", () => {
  test("of a failure sends the code by the other carrier, once, while it is valid", async () => {
    const mobile = nextMobile();
    await askCode(mobile);
    const [first] = handedTo(mobile);
    expect(await report(msg91Report(world.url, first!, "2"))).toBe(204);
    expect(carriersOf(mobile)).toEqual(["msg91", "twilio"]);
    // Told again, in the other form as well, it changes nothing.
    await report(msg91Report(world.url, first!, "16", { version: 3 }));
    expect(handedTo(mobile)).toHaveLength(2);
    const second = handedTo(mobile)[1]!;
    expect(await report(twilioReport(second, "sent"))).toBe(204);
    expect(await report(twilioReport(second, "delivered"))).toBe(204);
    expect(await stateOf(mobile)).toMatchObject({ state: "DELIVERED", content: null });
    // A failure that comes after the delivery is old.
    await report(twilioReport(second, "undelivered"));
    expect((await stateOf(mobile)).state).toBe("DELIVERED");
    expect(handedTo(mobile)).toHaveLength(2);
  });

  test("of a failure that comes too late, or of a delivery, sends nothing", async () => {
    const late = nextMobile();
    await askCode(late);
    world.clock.advance(301_000);
    await report(msg91Report(world.url, handedTo(late)[0]!, "2"));
    expect(carriersOf(late)).toEqual(["msg91"]);
    expect((await stateOf(late)).state).toBe("FAILED");
    const there = nextMobile();
    await askCode(there);
    await report(msg91Report(world.url, handedTo(there)[0]!, "1", { version: 3 }));
    expect((await stateOf(there)).state).toBe("DELIVERED");
    expect(carriersOf(there)).toEqual(["msg91"]);
  });

  test("is accepted only from the carrier", async () => {
    const mobile = nextMobile();
    sms.mood("msg91", "refuse");
    await askCode(mobile);
    const [atMsg91, atTwilio] = handedTo(mobile);
    const secret = "secret-of-somebody-else-0123";
    expect(await report(msg91Report(world.url, atMsg91!, "1", { secret }))).toBe(401);
    expect(await report(twilioReport(atTwilio!, "delivered", "another-token"))).toBe(401);
    const right = twilioReport(atTwilio!, "delivered");
    const other = right.url.replace(atTwilio!.id, "msg_of_another");
    expect(await report({ ...right, url: other })).toBe(401);
    const body = right.init.body.replace("delivered", "undelivered");
    expect(await report({ url: right.url, init: { ...right.init, body } })).toBe(401);
    expect((await stateOf(mobile)).state).toBe("SENT");
    const unreadable = { url: `${world.url}/webhooks/msg91/${sms.env["MSG91_WEBHOOK_SECRET"]}` };
    expect(await report({ ...unreadable, init: { method: "POST", body: "nothing" } })).toBe(400);
    expect(await report(right)).toBe(204);
    expect((await stateOf(mobile)).state).toBe("DELIVERED");
  });
});

describe("the day's budget", () => {
  const counts = async (of: Harness, day?: string) =>
    (await of.call(notifications.countMessages, { token: PROVIDER_TOKEN, query: { day } })).body
      .data;

  test("of all numbers together ends with a code of its own, counted for the back office, and begins anew at midnight in India", async () => {
    const env = { ...sms.env, SMS_PER_DAY: "3" };
    const small = await startHarness({ locations: 0, operators: false, env });
    try {
      const ask = (mobile: string) => ({ params: { mobile }, query: { otpType: "SU" as const } });
      const mobiles = [nextMobile(), nextMobile(), nextMobile(), nextMobile()];
      await Promise.all(
        mobiles.slice(0, 3).map((mobile) => small.call(accounts.sendOtp, ask(mobile))),
      );
      const refused = await small.refused(accounts.sendOtp, ask(mobiles[3]!));
      expect([refused.status, refused.body.code]).toEqual([503, "SMS_BUDGET_SPENT"]);
      await small.drain();
      expect(handedTo(mobiles[3]!)).toEqual([]);
      expect((await counts(small)).budgets[0]).toEqual({
        channel: "sms",
        per_day: 3,
        per_recipient: 100_000,
        used: 3,
        refused: 1,
      });
      expect((await counts(small)).carriers).toEqual([
        { channel: "sms", carrier: "msg91", state: "SENT", messages: 3 },
      ]);
      // A code that was sent before stays good.
      small.clock.advance(31_000);
      await small.refused(accounts.sendOtp, ask(mobiles[0]!));
      const body = {
        mobile: mobiles[0]!,
        otp: codeOf(handedTo(mobiles[0]!)[0]!),
        userType: "DRIVER",
        type: "SU",
        consent: AGREED,
      } as const;
      await small.call(accounts.verifyOtp, { params: { mobile: mobiles[0]! }, body });
      // 23:59 and midnight.
      small.clock.set(new Date("2026-11-20T18:29:00Z"));
      await small.refused(accounts.sendOtp, ask(mobiles[3]!));
      small.clock.set(new Date("2026-11-20T18:30:00Z"));
      await small.call(accounts.sendOtp, ask(mobiles[3]!));
      expect((await counts(small)).budgets[0]).toMatchObject({ used: 1, refused: 0 });
      expect((await counts(small, "2026-11-20")).budgets[0]).toMatchObject({ used: 3, refused: 3 });
      const metrics = await (await fetch(`${small.url}/metrics`)).text();
      expect(metrics).toContain('outcome="over_budget"} 3');
    } finally {
      await small.stop();
    }
  });

  test("of one number does not affect the others", async () => {
    const env = { ...sms.env, SMS_PER_RECIPIENT_AND_DAY: "2" };
    const small = await startHarness({ locations: 0, operators: false, env });
    try {
      const mobile = nextMobile();
      const ask = (of: string) => ({ params: { mobile: of }, query: { otpType: "SU" as const } });
      for (let n = 0; n < 2; n++) {
        await small.call(accounts.sendOtp, ask(mobile));
        small.clock.advance(31_000);
      }
      expect((await small.refused(accounts.sendOtp, ask(mobile))).body.code).toBe(
        "SMS_BUDGET_SPENT",
      );
      await small.call(accounts.sendOtp, ask(nextMobile()));
      expect((await counts(small)).budgets[0]).toMatchObject({ used: 3, refused: 1 });
      const wrong = await small.refused(notifications.countMessages, {
        token: PROVIDER_TOKEN,
        query: { day: "2026-02-31" },
      });
      expect(wrong.body.code).toBe("INVALID_INPUT");
    } finally {
      await small.stop();
    }
  });
});
