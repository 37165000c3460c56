import { accounts, audit, provider, signIns, wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  codeFor,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { sql } from "../../platform/database/database.ts";
import { deviceOf } from "./device.ts";

const AGENTS = {
  chrome: [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    "Chrome",
    "Windows",
  ],
  edge: [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0",
    "Edge",
    "Mac",
  ],
  samsung: [
    "Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet",
    "Android",
  ],
  safari: [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  firefox: [
    "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
    "Firefox",
    "Linux",
  ],
  none: ["curl/8.1", null, null],
} as const;

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

async function signInAgain(driver: Driver, agent: string, type: "web" | "android" = "web") {
  world.clock.advance(31_000);
  const { mobile } = driver;
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
  const { body } = await world.call(accounts.verifyOtp, {
    params: { mobile },
    body: {
      mobile,
      otp: await codeFor(world, mobile),
      userType: "DRIVER",
      type: "LG",
      device_type: type,
    },
    send: { "user-agent": agent },
  });
  return { ...driver, token: body.access_token, refresh: body.refresh_token };
}
const devices = async ({ id, token }: Driver) =>
  (await world.call(signIns.listSignIns, { params: { id }, token })).body.data.sign_ins;
const statusOf = async ({ id, token }: Driver) =>
  (
    await fetch(`${world.url}${accounts.getUser.path.replace(":id", id)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
const acts = async ({ mobile }: Driver) =>
  (
    await world.call(audit.listAccountAudit, {
      query: { mobile, page_size: 50 },
      token: PROVIDER_TOKEN,
    })
  ).body.content;

describe("[A-4] the list of devices", () => {
  test.each(Object.entries(AGENTS))("calls %s by its name", (_name, [agent, browser, system]) => {
    const request = { address: "10.0.0.1", id: "r", headers: { "user-agent": agent } };
    expect(deviceOf(request, "web")).toMatchObject({ type: "web", browser, system });
    expect(deviceOf(request, "android")).toMatchObject({ browser: null, system });
  });

  test("names each with its kind, since when, and when it was last seen; this one first", async () => {
    const phone = await world.signUp();
    const at = world.clock.now().toISOString();
    const desktop = await signInAgain(phone, AGENTS.chrome[0]);
    const app = await signInAgain(phone, AGENTS.samsung[0], "android");
    world.clock.advance(3_600_000);
    const { body } = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: phone.refresh },
    });
    const seen = world.clock.now().toISOString();
    const found = await devices({ ...phone, token: body.access_token });
    expect(found).toMatchObject([
      { this_device: true, browser: null, system: null, signed_in_at: at, last_seen_at: seen },
      { this_device: false, device_type: "android", browser: null, system: "Android" },
      { this_device: false, device_type: "web", browser: "Chrome", system: "Windows" },
    ]);
    expect(found.map(({ last_seen_at }) => last_seen_at < seen)).toEqual([false, true, true]);
    expect([desktop.id, app.id]).toEqual([phone.id, phone.id]);
  });

  test("leaves out what can no longer be used", async () => {
    const driver = await world.signUp();
    const other = await signInAgain(driver, AGENTS.chrome[0]);
    await world.call(accounts.logout, { token: other.token });
    expect(await devices(driver)).toHaveLength(1);
    const kept = await signInAgain(driver, AGENTS.firefox[0]);
    world.clock.advance(20 * 86_400_000);
    const { body } = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: kept.refresh },
    });
    world.clock.advance(11 * 86_400_000);
    const again = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: body.refresh_token },
    });
    const found = await devices({ ...driver, token: again.body.access_token });
    expect(found).toMatchObject([{ browser: "Firefox" }]);
  });
});

describe("[A-4] signing out", () => {
  test("of one device ends it at once and no other", async () => {
    const driver = await world.signUp();
    const lost = await signInAgain(driver, AGENTS.samsung[0], "android");
    const [, found] = await devices(driver);
    const end = { params: { id: driver.id, signIn: found!.id }, token: driver.token };
    await world.call(signIns.endSignIn, end);
    expect([await statusOf(driver), await statusOf(lost)]).toEqual([200, 401]);
    const refused = await world.refused(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: lost.refresh },
    });
    expect(refused.body.code).toBe("REFRESH_REJECTED");
    expect((await world.refused(signIns.endSignIn, end)).status).toBe(404);
  });

  test("of all others leaves the one that asks", async () => {
    const driver = await world.signUp();
    const others = [
      await signInAgain(driver, AGENTS.chrome[0]),
      await signInAgain(driver, AGENTS.safari[0]),
    ];
    const { body } = await world.call(signIns.endOtherSignIns, {
      params: { id: driver.id },
      token: driver.token,
    });
    expect(body.data).toEqual({ signed_out: 2 });
    expect(await Promise.all([driver, ...others].map(statusOf))).toEqual([200, 401, 401]);
    expect(await devices(driver)).toHaveLength(1);
  });

  test("of another driver's device is answered like an unknown one", async () => {
    const [driver, other] = [await world.signUp(), await world.signUp()];
    const [theirs] = await devices(other);
    const end = { params: { id: driver.id, signIn: theirs!.id }, token: driver.token };
    expect((await world.refused(signIns.endSignIn, end)).body.code).toBe("NOT_FOUND");
    expect(await statusOf(other)).toBe(200);
  });
});

test("the back office signs a driver out everywhere, and the driver comes back by code", async () => {
  const driver = await world.signUp();
  const second = await signInAgain(driver, AGENTS.chrome[0]);
  const { body } = await world.call(provider.signOutDriver, {
    params: { mobile: driver.mobile },
    token: PROVIDER_TOKEN,
  });
  expect(body.data).toEqual({ signed_out: 2 });
  expect(await Promise.all([driver, second].map(statusOf))).toEqual([401, 401]);
  expect((await acts(driver))[0]).toMatchObject({
    act: "SIGN_OUT_BY_DESK",
    details: { credential: "bootstrap", ended: 2 },
  });
  expect(await statusOf(await signInAgain(driver, AGENTS.chrome[0]))).toBe(200);
});

describe("the account's audit log", () => {
  test("has the device, and nothing secret", async () => {
    const driver = await world.signUp();
    const as = { params: { id: driver.id }, token: driver.token };
    await world.topUp(driver, 50_000);
    await world.call(accounts.updateUser, { ...as, body: { email: "asha@example.in", name: "A" } });
    // Said again, it is no change.
    await world.call(accounts.updateUser, { ...as, body: { email: "asha@example.in" } });
    const movements = wallet.listMovements.path.replace(":userId", driver.id);
    await fetch(`${world.url}${movements}`, {
      headers: { authorization: `Bearer ${driver.token}`, accept: "text/csv" },
    });
    await world.call(wallet.createWithdrawal, {
      params: { userId: driver.id },
      body: { amount_minor: 10_000 },
      token: driver.token,
    });
    const second = await signInAgain(driver, AGENTS.chrome[0]);
    const used = { query: { grant_type: "refresh_token", refresh_token: second.refresh } } as const;
    await world.call(accounts.refreshToken, used);
    world.clock.advance(11_000);
    await world.refused(accounts.refreshToken, used);
    await world.call(signIns.endOtherSignIns, as);
    await world.call(accounts.deactivate, as);
    const entries = await acts(driver);
    expect(entries.map(({ act }) => act).toReversed()).toEqual([
      "SIGN_IN",
      "EMAIL_CHANGED",
      "EXPORT",
      "WITHDRAWAL",
      "SIGN_IN",
      "REFRESH_REUSED",
      "SIGN_OUT_OF_OTHERS",
      "DEACTIVATED",
    ]);
    expect(entries[3]!.details).toMatchObject({ by: "CODE", browser: "Chrome", system: "Windows" });
    const all = JSON.stringify(entries);
    for (const secret of [driver.token, second.refresh, second.refresh.split("~")[1]!, "asha@"])
      expect(all).not.toContain(secret);
  });

  test("shows when a number was locked after guesses", async () => {
    const driver = await world.signUp();
    for (let wrong = 0; wrong < 10; wrong++) {
      if (wrong % 5 === 0) {
        world.clock.advance(31_000);
        const { mobile } = driver;
        await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
      }
      const right = await codeFor(world, driver.mobile);
      await world.refused(accounts.verifyOtp, {
        params: { mobile: driver.mobile },
        body: {
          mobile: driver.mobile,
          otp: right === "000000" ? "000001" : "000000",
          userType: "DRIVER",
          type: "LG",
        },
      });
    }
    expect((await acts(driver)).map(({ act }) => act)).toEqual(["CODES_LOCKED", "SIGN_IN"]);
  });

  test("is never changed afterwards", async () => {
    const { db } = world.database;
    await world.signUp();
    await expect(sql`update account_audit set act = 'X'`.execute(db)).rejects.toThrow(
      /written once/,
    );
    await expect(sql`delete from account_audit`.execute(db)).rejects.toThrow(/written once/);
    await expect(sql`truncate account_audit`.execute(db)).rejects.toThrow(/written once/);
  });
});
