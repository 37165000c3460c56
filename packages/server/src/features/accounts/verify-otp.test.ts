import type { Tokens } from "@voltmarg/contract";
import { AGREED } from "@voltmarg/testkit/agreed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, rows, sql } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Device } from "./device.ts";
import { newCode } from "./one-time-code.ts";
import { insertChallenge, noteFailure, wrongCounts, type OtpType } from "./otp.store.ts";
import type { SignIn } from "./sign-in.ts";
import { verifyOtp, type VerifyOtpInput } from "./verify-otp.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SETTINGS = {
  length: 6,
  validSeconds: 300,
  triesPerCode: 3,
  resendAfterSeconds: 30,
  sendsPerHour: 100,
  sendsPerDay: 100,
  strangersSendsPerHour: 100,
  sendsReserved: 2,
  strangersSendsPerDay: 100,
  sendsPerHourAndAddress: 100,
  wrongPerHour: 4,
  wrongPerDay: 6,
  strangersWrongPerHour: 8,
  strangersWrongPerDay: 12,
};
const OWN = "198.51.100.1";
/** In another network. */
const OTHER = "203.0.113.2";
const clock = fakeClock(START);
beforeEach(() => clock.set(START));

const TOKENS: Tokens = {
  access_token: "access",
  refresh_token: "refresh",
  token_type: "Bearer",
  expires_in: 600,
};
const opened: [userId: string, address: string, by: string][] = [];
const audited: [userId: string, act: string][] = [];
/** Whose consent was kept. */
const agreed: string[] = [];
/** The company that listed a number, by the number. */
const listed = new Map<string, string>();

let numbers = 0;
/** A number nobody had yet, with what can be done with it. */
function number() {
  const mobile = `+91970000${String(++numbers).padStart(4, "0")}`;
  let code = "";
  const send = async (type: OtpType, { address = OWN, seconds = 300 } = {}) => {
    const made = await newCode(6);
    ({ code } = made);
    const now = clock.now();
    await world.database.transact((tx) =>
      insertChallenge(tx, {
        id: newId("otp", now),
        mobile,
        otp_type: type,
        customer_type: "PERSONAL",
        device_type: "web",
        code_hash: made.hash,
        salt: made.salt,
        address,
        created_at: now,
        expires_at: new Date(now.getTime() + seconds * 1000),
      }),
    );
    return code;
  };
  const verify = async (type: OtpType, otp = code, more: Partial<VerifyOtpInput> = {}) => {
    const device: Device = { type: "web", browser: null, system: null, address: OWN };
    const verified = await verifyOtp(
      {
        database: world.database,
        clock,
        settings: SETTINGS,
        signIn: {
          open: async (_tx: unknown, userId: string, { address }: Device, by: string) => {
            opened.push([userId, address, by]);
            return TOKENS;
          },
        } as unknown as SignIn,
        writeAudit: async (_on, userId, act) => void audited.push([userId, act]),
        companyOfNumber: async (_tx, of) => listed.get(of) ?? null,
        consent: {
          holds: async (given) => given.version === AGREED.version,
          keep: async (_tx, userId) => void agreed.push(userId),
        },
      },
      { mobile, otp, type, device, language: "en", consent: AGREED, ...more },
    );
    if (verified.ok) return verified.value.notice === undefined ? "OK" : verified.value.notice;
    const left = (verified.extra as { tries_left?: number } | undefined)?.tries_left;
    return left === undefined ? verified.reason : `${verified.reason} ${left}`;
  };
  const wrong = (type: OtpType, address = OWN) =>
    verify(type, String((Number(code) + 1) % 1_000_000).padStart(6, "0"), {
      device: { type: "web", browser: null, system: null, address },
    });
  const user = () =>
    one(
      world.database.db,
      sql<{
        id: string;
        customer_type: string;
        company_id: string | null;
        allow_multi_charging: boolean;
        created_at: Date;
        deactivated_at: Date | null;
      }>`select id, customer_type, company_id, allow_multi_charging, created_at, deactivated_at
        from app_user where mobile = ${mobile}`,
    );
  const signedUp = async () => {
    await send("SU");
    await verify("SU");
    clock.advance(1);
    return (await user())!.id;
  };
  return { mobile, send, verify, wrong, user, signedUp };
}

test("[A-1] what is no mobile number has no code", async () => {
  const { verify } = number();
  expect(await verify("LG", "123456", { mobile: "1234567890" })).toBe("MOBILE_INVALID");
});

test.each(["SU", "LG", "CCS"] as const)(
  "[A-1] a code for %s opens one sign-in, from the device that sent it, and is used then",
  async (type) => {
    const phone = number();
    if (type !== "SU") await phone.signedUp();
    await phone.send(type);
    opened.length = 0;
    const told = await phone.verify(type);
    expect(told).toMatch(type === "CCS" ? /^No company/ : /^OK$/);
    expect(opened).toEqual([[(await phone.user())!.id, OWN, "CODE"]]);
    expect(await phone.verify(type)).toBe("OTP_EXPIRED");
    expect(opened).toHaveLength(1);
  },
);

test("[A-1] a sign-up makes an account that charges one vehicle and has a wallet without money", async () => {
  const { send, verify, user } = number();
  await send("SU");
  expect(await verify("SU")).toBe("OK");
  const made = await user();
  expect(made).toMatchObject({
    customer_type: "PERSONAL",
    company_id: null,
    allow_multi_charging: false,
    created_at: START,
    deactivated_at: null,
  });
  const wallets = await rows(
    world.database.db,
    sql<object>`select wallet, held from ledger_wallet where owner = ${made!.id}`,
  );
  expect(wallets).toEqual([{ wallet: 0n, held: 0n }]);
});

test("[A-1] a fleet sign-in makes the account once, and says where no company has listed the number", async () => {
  const fleet = number();
  listed.set(fleet.mobile, "com_1");
  await sql`insert into company (id, name, created_at) values ('com_1', 'Deccan Cabs', ${START})`.execute(
    world.database.db,
  );
  await fleet.send("CCS");
  expect(await fleet.verify("CCS")).toBe("OK");
  const made = await fleet.user();
  expect(made).toMatchObject({ customer_type: "CORPORATE", company_id: "com_1" });
  clock.advance(1);
  await fleet.send("CCS");
  expect(await fleet.verify("CCS")).toBe("OK");
  expect(await fleet.user()).toEqual(made);

  const own = number();
  await own.send("CCS");
  expect(await own.verify("CCS")).toMatch(/^No company has listed this number/);
  expect(await own.user()).toMatchObject({ customer_type: "PERSONAL", company_id: null });
  // A company that lists the number of a driver with a wallet asks in the app.
  listed.set(own.mobile, "com_1");
  clock.advance(1);
  await own.send("CCS");
  expect(await own.verify("CCS")).toBe("OK");
  expect(await own.user()).toMatchObject({ customer_type: "PERSONAL", company_id: null });
});

test("[A-1] nobody gets an account without consent to the notice that holds, and the code waits while it is read", async () => {
  for (const type of ["SU", "CCS"] as const) {
    const phone = number();
    await phone.send(type, { seconds: 300 });
    agreed.length = 0;
    expect(await phone.verify(type, undefined, { consent: undefined })).toBe("CONSENT_NEEDED");
    expect(await phone.user()).toBeNull();
    clock.advance(19 * 60_000);
    const earlier = { ...AGREED, version: AGREED.version + 1 };
    expect(await phone.verify(type, undefined, { consent: earlier })).toBe("CONSENT_NEEDED");
    expect(await phone.user()).toBeNull();
    clock.advance(59_000);
    expect(await phone.verify(type)).toMatch(/^OK$|^No company/);
    expect(agreed).toEqual([(await phone.user())!.id]);
  }
});

test("[A-1] a code that waits for consent is not kept alive by asking again, and who has an account is not asked", async () => {
  const phone = number();
  await phone.send("SU");
  for (let minute = 0; minute < 4; minute += 1) {
    expect(await phone.verify("SU", undefined, { consent: undefined })).toBe("CONSENT_NEEDED");
    clock.advance(5 * 60_000 - 1);
  }
  clock.advance(4);
  expect(await phone.verify("SU")).toBe("OTP_EXPIRED");
  await phone.signedUp();
  clock.advance(1);
  await phone.send("LG");
  agreed.length = 0;
  expect(await phone.verify("LG", undefined, { consent: undefined })).toBe("OK");
  expect(agreed).toEqual([]);
});

test("[A-1] a code that was asked for to sign up signs in, and the other way round, each with the account as it is", async () => {
  const phone = number();
  await phone.send("LG");
  expect(await phone.verify("LG")).toBe("SIGN_UP_NEEDED");
  expect(await phone.verify("LG")).toBe("OTP_WRONG 2");
  expect(await phone.verify("SU")).toBe("OK");
  clock.advance(1);
  await phone.send("SU");
  expect(await phone.verify("SU")).toBe("ACCOUNT_EXISTS");
  expect(await phone.verify("SU")).toBe("OTP_WRONG 2");
  expect(await phone.verify("LG")).toBe("OK");
});

test("[A-1] a closed account is opened by no code, for whatever purpose", async () => {
  const phone = number();
  const id = await phone.signedUp();
  await sql`update app_user set deactivated_at = ${START} where id = ${id}`.execute(
    world.database.db,
  );
  opened.length = 0;
  for (const type of ["SU", "LG", "CCS"] as const) {
    clock.advance(1);
    await phone.send(type);
    expect([type, await phone.verify(type)]).toEqual([type, "ACCOUNT_DEACTIVATED"]);
  }
  expect(opened).toEqual([]);
});

test("[A-1] a code is good until the millisecond before it expires", async () => {
  const phone = number();
  await phone.send("SU", { seconds: 300 });
  clock.advance(300_000);
  expect(await phone.verify("SU")).toBe("OTP_EXPIRED");
  clock.advance(-1);
  expect(await phone.verify("SU")).toBe("OK");
});

test("[A-1] the tries of a code are counted for who asked for it and for all others", async () => {
  const phone = number();
  await phone.send("SU");
  expect([await phone.wrong("SU"), await phone.wrong("SU")]).toEqual([
    "OTP_WRONG 2",
    "OTP_WRONG 1",
  ]);
  expect([await phone.wrong("SU", OTHER), await phone.wrong("SU", "192.0.2.3")]).toEqual([
    "OTP_WRONG 2",
    "OTP_WRONG 1",
  ]);
  expect(await phone.wrong("SU")).toBe("OTP_WRONG 0");
  expect(await phone.verify("SU")).toBe("OTP_LOCKED");
  expect(await phone.wrong("SU", OTHER)).toBe("OTP_WRONG 0");
  expect(await phone.wrong("SU", OTHER)).toBe("OTP_LOCKED");
  // Correct for another purpose is a wrong code too, and costs a try.
  const two = number();
  await two.send("SU");
  expect(await two.verify("CCS")).toBe("OTP_WRONG 2");
  expect(await two.wrong("LG")).toBe("OTP_WRONG 1");
});

test("[A-1] the account's audit log says once that wrong codes locked it, at the one that did", async () => {
  const phone = number();
  const id = await phone.signedUp();
  audited.length = 0;
  const said = [];
  for (let wrong = 0; wrong < 6; wrong++) {
    if (wrong % 3 === 0) {
      clock.advance(1);
      await phone.send("LG");
    }
    said.push([await phone.wrong("LG"), audited.length]);
  }
  expect(said).toEqual([
    ["OTP_WRONG 2", 0],
    ["OTP_WRONG 1", 0],
    ["OTP_WRONG 0", 0],
    ["OTP_WRONG 2", 1],
    ["OTP_LOCKED", 1],
    ["OTP_LOCKED", 1],
  ]);
  expect(audited).toEqual([[id, "CODES_LOCKED"]]);
});

test("[A-1] guesses at a number without an account are locked the same, and written nowhere", async () => {
  const phone = number();
  audited.length = 0;
  const said = [];
  for (let wrong = 0; wrong < 5; wrong++) {
    if (wrong % 3 === 0) {
      clock.advance(1);
      await phone.send("LG");
    }
    said.push(await phone.wrong("LG"));
  }
  expect(said).toEqual(["OTP_WRONG 2", "OTP_WRONG 1", "OTP_WRONG 0", "OTP_WRONG 2", "OTP_LOCKED"]);
  expect(audited).toEqual([]);
});

test("[A-8] an identity whose link is not good any more is not linked, and the driver is told in their language", async () => {
  const phone = number();
  await phone.send("SU");
  const told = await phone.verify("SU", undefined, { socialLink: "not-a-link", language: "hi" });
  expect(told).toMatch(/^आप साइन इन हो गए हैं/);
});

test("[A-1] wrong codes count for an hour and for a day, to the millisecond, each for its number", async () => {
  const { mobile } = number();
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const wrong: [string, string, number][] = [
    [mobile, OWN, 0],
    [mobile, OWN, HOUR_MS - 1],
    [mobile, OWN, HOUR_MS],
    [mobile, OWN, DAY_MS - 1],
    [mobile, OWN, DAY_MS],
    [mobile, OTHER, HOUR_MS - 1],
    [mobile, OTHER, HOUR_MS],
    ["+919799999999", OWN, 0],
  ];
  for (const [of, address, ms] of wrong)
    await world.database.transact((tx) =>
      noteFailure(tx, { mobile: of, address, id: newId("otf", now), at: ago(ms) }),
    );
  // Nobody has signed in from any address, so that all are strangers.
  expect(await wrongCounts(world.database.db, mobile, OWN, now)).toEqual({
    own: { hour: 2, day: 4 },
    strangers: { hour: 3, day: 6 },
    near: { hour: 2, day: 4 },
    knows: false,
  });
});

test("[A-1] an address is known for ninety days from the use of a code, and its wrong codes are no stranger's", async () => {
  const phone = number();
  await phone.send("SU");
  await phone.verify("SU");
  await phone.wrong("SU");
  const counts = (address: string) =>
    wrongCounts(world.database.db, phone.mobile, address, clock.now());
  clock.advance(1_000);
  await phone.send("LG");
  await phone.wrong("LG");
  expect(await counts(OWN)).toMatchObject({
    own: { hour: 1 },
    strangers: { hour: 0 },
    knows: true,
  });
  expect(await counts(OTHER)).toMatchObject({ own: { hour: 0 }, knows: false });
  // A code that was only asked for makes no address known.
  await phone.send("LG", { address: OTHER });
  expect(await counts(OTHER)).toMatchObject({ knows: false });
  clock.set(new Date(START.getTime() + 90 * DAY_MS - 1));
  expect(await counts(OWN)).toMatchObject({ knows: true });
  clock.advance(1);
  expect(await counts(OWN)).toMatchObject({ knows: false });
});
