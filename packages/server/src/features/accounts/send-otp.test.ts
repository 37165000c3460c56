import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { rows, sql } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { codeMatches } from "./one-time-code.ts";
import { noteFailure, type Challenge } from "./otp.store.ts";
import { otpExpiryTime, sendOtp, type SendCode } from "./send-otp.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clock = fakeClock(START);
beforeEach(() => clock.set(START));

const MANY = 1_000;
const FREE = {
  length: 4,
  validSeconds: 420,
  triesPerCode: 3,
  resendAfterSeconds: 0,
  sendsPerHour: MANY,
  sendsPerDay: MANY,
  strangersSendsPerHour: MANY,
  sendsReserved: 2,
  strangersSendsPerDay: MANY,
  sendsPerHourAndAddress: MANY,
  wrongPerHour: MANY,
  wrongPerDay: MANY,
  strangersWrongPerHour: MANY,
  strangersWrongPerDay: MANY,
};
type Sent = Parameters<SendCode>[1];

let made = 0;
/** Each in a network of its own. */
const nextAddress = () => `${11 + (++made % 180)}.${made % 250}.0.9`;
/** A number nobody had yet, under these limits. */
function number(limits: Partial<typeof FREE> = {}) {
  const mobile = `+91960000${String(++made).padStart(4, "0")}`;
  const settings = { ...FREE, ...limits };
  const sent: Sent[] = [];
  const budget = { left: MANY };
  const ask = (address: string, to = mobile) =>
    sendOtp(
      {
        database: world.database,
        clock,
        settings,
        sms: async (_tx, message) => budget.left-- > 0 && sent.push(message) > 0,
      },
      {
        mobile: to,
        otpType: "LG",
        customerType: "PERSONAL",
        deviceType: "android",
        address,
        language: "ur",
      },
    );
  const send = async (address: string, to = mobile) => {
    const answer = await ask(address, to);
    if (answer.ok) return "OK";
    const wait = (answer.extra as { retry_in?: number } | undefined)?.retry_in;
    return wait === undefined ? answer.reason : `${answer.reason} ${wait}`;
  };
  /** Sends so often, a millisecond apart. */
  const often = async (times: number, address = () => nextAddress()) => {
    const answers = [];
    for (let n = 0; n < times; n++) {
      answers.push(await send(address()));
      clock.advance(1);
    }
    return answers;
  };
  const codes = () =>
    rows(
      world.database.db,
      sql<Challenge>`select * from otp_challenge where mobile = ${mobile} order by created_at`,
    );
  return { mobile, ask, send, often, sent, budget, codes };
}
const oks = (count: number) => Array<string>(count).fill("OK");

test("[A-1] a code is sent once with what the driver needs, and is stored as a hash for its time", async () => {
  const { mobile, ask, sent, codes } = number({ resendAfterSeconds: 25 });
  expect(await ask("2001:db8:1:2:3::4")).toEqual({
    ok: true,
    value: { expires_in: 420, resend_in: 25, code_length: 4 },
  });
  const [message, ...more] = sent;
  expect(more).toEqual([]);
  expect(message).toEqual({
    to: mobile,
    language: "ur",
    code: expect.stringMatching(/^\d{4}$/),
    isDriver: false,
    variables: { code: message!.code, minutes: "7" },
    validSeconds: 420,
  });
  const [stored] = await codes();
  expect(stored).toMatchObject({
    otp_type: "LG",
    customer_type: "PERSONAL",
    device_type: "android",
    address: "2001:db8:1:2::/64",
    created_at: START,
    expires_at: new Date(START.getTime() + 420_000),
    tries: 0,
    tries_elsewhere: 0,
    used_at: null,
  });
  expect(await codeMatches(message!.code, stored!.salt, stored!.code_hash)).toBe(true);
});

test("[A-1] a driver's number may use what is reserved for drivers, also after the account was closed", async () => {
  const { mobile, send, sent } = number();
  await send(nextAddress());
  await sql`insert into app_user (id, mobile, customer_type, created_at)
    values (${`usr_${mobile}`}, ${mobile}, 'PERSONAL', ${START})`.execute(world.database.db);
  await send(nextAddress());
  await sql`update app_user set deactivated_at = ${START} where mobile = ${mobile}`.execute(
    world.database.db,
  );
  await send(nextAddress());
  expect(sent.map(({ isDriver }) => isDriver)).toEqual([false, true, true]);
});

test("[A-1] what is no mobile number gets nothing", async () => {
  const { send, sent } = number();
  expect(await send(nextAddress(), "12345")).toBe("MOBILE_INVALID");
  expect(sent).toEqual([]);
  expect(otpExpiryTime(FREE, "12345")).toMatchObject({ ok: false, reason: "MOBILE_INVALID" });
  expect(otpExpiryTime(FREE, "9800000000")).toEqual({ ok: true, value: { expiry_time: 420 } });
});

test("[A-1] another code is sent after half a minute, and the wait is said in whole seconds", async () => {
  const { send } = number({ resendAfterSeconds: 30 });
  const own = nextAddress();
  expect(await send(own)).toBe("OK");
  expect(await send(own)).toBe("OTP_TOO_SOON 30");
  clock.advance(1);
  expect(await send(own)).toBe("OTP_TOO_SOON 30");
  clock.advance(28_999);
  expect(await send(own)).toBe("OTP_TOO_SOON 1");
  clock.advance(999);
  expect(await send(own)).toBe("OTP_TOO_SOON 1");
  clock.advance(1);
  expect(await send(own)).toBe("OK");
});

test("[A-1] a code that was used makes nobody wait", async () => {
  const { mobile, send } = number({ resendAfterSeconds: 30 });
  const own = nextAddress();
  await send(own);
  clock.advance(1_000);
  await sql`update otp_challenge set used_at = ${clock.now()} where mobile = ${mobile}`.execute(
    world.database.db,
  );
  expect(await send(own)).toBe("OK");
});

test("[A-1] one address gets so many codes for a number within an hour, to the millisecond", async () => {
  const { often, send } = number({ sendsPerHour: 3 });
  const own = nextAddress();
  expect(await often(4, () => own)).toEqual([...oks(3), "OTP_LIMIT"]);
  expect(await send(nextAddress())).toBe("OK");
  clock.set(new Date(START.getTime() + HOUR_MS - 1));
  expect(await send(own)).toBe("OTP_LIMIT");
  clock.advance(1);
  expect(await send(own)).toBe("OK");
  expect(await send(own)).toBe("OTP_LIMIT");
});

test("[A-1] one address gets so many codes for a number within a day, to the millisecond", async () => {
  const { often, send } = number({ sendsPerDay: 3 });
  const own = nextAddress();
  expect(await often(4, () => own)).toEqual([...oks(3), "OTP_LIMIT"]);
  clock.set(new Date(START.getTime() + DAY_MS - 1));
  expect(await send(own)).toBe("OTP_LIMIT");
  clock.advance(1);
  expect(await send(own)).toBe("OK");
});

test.each([
  ["hour", { strangersSendsPerHour: 3 }, HOUR_MS],
  ["day", { strangersSendsPerDay: 3 }, DAY_MS],
] as const)(
  "[A-1] all strangers together get so many codes for a number within an %s; who signed in before gets more",
  async (_name, limits, ms) => {
    const { mobile, often, send } = number(limits);
    const own = nextAddress();
    expect(await send(own)).toBe("OK");
    await sql`update otp_challenge set used_at = created_at where mobile = ${mobile}`.execute(
      world.database.db,
    );
    // The driver's own codes are no stranger's.
    expect(await send(own)).toBe("OK");
    clock.advance(1);
    expect(await often(4)).toEqual([...oks(3), "OTP_LIMIT"]);
    expect(await send(own)).toBe("OK");
    clock.set(new Date(START.getTime() + 1 + ms - 1));
    expect(await send(nextAddress())).toBe("OTP_LIMIT");
    clock.advance(1);
    expect(await send(nextAddress())).toBe("OK");
  },
);

test("[A-1] one address gets so many codes for all numbers within an hour, whether it is known or not", async () => {
  const { mobile, send } = number({ sendsPerHourAndAddress: 3 });
  const own = nextAddress();
  expect(await send(own)).toBe("OK");
  await sql`update otp_challenge set used_at = created_at where mobile = ${mobile}`.execute(
    world.database.db,
  );
  expect(await send(own, "+919611111111")).toBe("OK");
  expect(await send(own, "+919611111112")).toBe("OK");
  expect(await send(own, "+919611111113")).toBe("OTP_LIMIT");
  expect(await send(own)).toBe("OTP_LIMIT");
  expect(await send(nextAddress(), "+919611111113")).toBe("OK");
  clock.advance(HOUR_MS - 1);
  expect(await send(own)).toBe("OTP_LIMIT");
  clock.advance(1);
  expect(await send(own)).toBe("OK");
});

test("[A-1] no code is sent to a number that wrong codes have locked", async () => {
  const { mobile, send, sent } = number({ wrongPerHour: 2 });
  const own = nextAddress();
  const wrong = () =>
    world.database.transact((tx) =>
      noteFailure(tx, { mobile, address: own, id: newId("otf", START), at: clock.now() }),
    );
  await wrong();
  expect(await send(own)).toBe("OK");
  await wrong();
  expect(await send(own)).toBe("OTP_LOCKED");
  expect(sent).toHaveLength(1);
  expect(await send(nextAddress())).toBe("OK");
});

test("[A-1] when the day's messages are spent, the code that the driver has stays good", async () => {
  const { send, budget, codes } = number();
  expect(await send(nextAddress())).toBe("OK");
  budget.left = 0;
  expect(await send(nextAddress())).toBe("SMS_BUDGET_SPENT");
  expect(await codes()).toHaveLength(1);
});

/** The statements that a piece of work sends, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const restores: (() => void)[] = [];
  const watch = (client: { query: unknown }) => {
    const { query } = client as { query: (...given: unknown[]) => unknown };
    client.query = (...given: unknown[]) => {
      const [first] = given as [string | { text: string }];
      statements.push(typeof first === "string" ? first : first.text);
      return query.apply(client, given);
    };
    restores.push(() => (client.query = query));
  };
  const { pool } = world.database;
  pool.on("acquire", watch);
  await work();
  pool.off("acquire", watch);
  for (const restore of restores) restore();
  return statements;
}

test("[A-1] a code for a driver's number and for any other takes the same statements, so that time tells nothing", async () => {
  const { mobile } = await world.signUp();
  const stranger = number();
  const ofStranger = await statementsOf(() => stranger.ask(nextAddress()));
  expect(ofStranger.length).toBeGreaterThan(5);
  expect(await statementsOf(() => stranger.ask(nextAddress(), `+91${mobile}`))).toEqual(ofStranger);
});
