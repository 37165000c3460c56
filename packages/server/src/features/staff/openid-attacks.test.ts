import { backoffice, companies, staff } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { startOpenidProvider, type OpenidProvider } from "@voltmarg/testkit/openid-provider";
import type { Browser } from "@voltmarg/testkit/staff";
import { companyAccounts } from "@voltmarg/testkit/staff-openid";

let world: Harness;
let provider: OpenidProvider;
let origin: string;
let accounts: ReturnType<typeof companyAccounts>;
const MINUTE_MS = 60_000;

beforeAll(async () => {
  provider = await startOpenidProvider();
  origin = `http://localhost:${await freePort()}`;
  const env = {
    ...provider.env,
    PUBLIC_URL: "http://localhost:1",
    CONSOLE_ORIGIN: origin,
    DRIVER_BUDGET_FACTOR: "100",
  };
  world = await startHarness({ locations: 0, operators: false, env });
  accounts = companyAccounts(world, origin, provider);
  await accounts.newMember("victim", "finance");
});
afterAll(async () => {
  await world.stop();
  await provider.close();
});
beforeEach(() => provider.behave());

const isIn = async (browser: Browser) =>
  (await browser.ask(companies.listCompanies, {})).status === 200;
const isFresh = async (browser: Browser) => {
  const params = { mobile: "9999999999" };
  const body = { amount_minor: 500, reason: "A long wait", reference: "CASE 1" };
  const answer = await browser.ask(backoffice.giveGoodwill, { params, body });
  return answer.body.code !== "PASSKEY_NEEDED";
};

describe("[D-27] a return from the provider opens nothing", () => {
  test("a second time", async () => {
    const browser = accounts.open();
    const callback = await accounts.signInThere(await accounts.begin(browser), "victim");
    const { attempt } = browser;
    expect((await accounts.comeBack(browser, callback)).refusal).toBeNull();
    // Whoever copied both the address and the cookie, even with a new code.
    const thief = accounts.open();
    thief.attempt = attempt;
    expect((await accounts.comeBack(thief, callback)).refusal).toBe("OPENID_EXPIRED");
    const newCode = await accounts.signInThere(
      `${provider.issuer}/authorize?${provider.asked.at(-1)!.toString()}`,
      "victim",
    );
    expect((await accounts.comeBack(thief, newCode)).refusal).toBe("OPENID_EXPIRED");
    expect(await isIn(thief)).toBe(false);
  });

  test("twice at once", async () => {
    const browser = accounts.open();
    const callback = await accounts.signInThere(await accounts.begin(browser), "victim");
    const twin = accounts.open();
    twin.attempt = browser.attempt;
    const both = await Promise.all(
      [browser, twin].map((each) => accounts.comeBack(each, callback)),
    );
    expect(both.map(({ refusal }) => String(refusal)).toSorted()).toEqual([
      "OPENID_EXPIRED",
      "null",
    ]);
  });

  test("in a browser that did not begin it, or began another", async () => {
    const thief = accounts.open();
    const callback = await accounts.signInThere(await accounts.begin(thief), "thief");
    const victim = accounts.open();
    expect((await accounts.comeBack(victim, callback)).refusal).toBe("OPENID_EXPIRED");
    await accounts.begin(victim);
    expect((await accounts.comeBack(victim, callback)).refusal).toBe("OPENID_EXPIRED");
    expect(await isIn(victim)).toBe(false);
  });

  test("with a cookie that the service did not write", async () => {
    const browser = accounts.open();
    const until = world.clock.now().getTime() + MINUTE_MS;
    const checks = { state: "s", nonce: "n", codeVerifier: "v" };
    const attempt = { wanted: { to: "SIGN_IN" }, checks, returnTo: "/console/", until };
    const callback = new URL(`${origin}/provider/v1/session/openid/callback?state=s&code=c`);
    for (const value of [JSON.stringify(attempt), "sealed:1:AAAA", ""]) {
      browser.attempt = `__Host-staff-openid=${value}`;
      expect((await accounts.comeBack(browser, callback)).refusal).toBe("OPENID_EXPIRED");
    }
  });

  test("after ten minutes", async () => {
    const browser = accounts.open();
    const callback = await accounts.signInThere(await accounts.begin(browser), "victim");
    world.clock.advance(10 * MINUTE_MS);
    expect((await accounts.comeBack(browser, callback)).refusal).toBe("OPENID_EXPIRED");
  });

  test.each<[string, () => void]>([
    ["another nonce", () => (provider.claims = { nonce: "of another sign-in" })],
    ["no nonce", () => (provider.claims = { nonce: undefined })],
    ["another audience", () => (provider.claims = { aud: "another client" })],
    ["another issuer", () => (provider.claims = { iss: "https://id.evil.example" })],
    ["an end that is past", () => (provider.claims = { exp: Math.floor(Date.now() / 1000) - 60 })],
    ["no end", () => (provider.claims = { exp: undefined })],
    ["no subject", () => (provider.claims = { sub: undefined })],
    ["no signature", () => (provider.signedWith = "none")],
    ["the signature of a stranger", () => (provider.signedWith = "stranger")],
    ["a signature with the client's secret", () => (provider.signedWith = "secret")],
  ])("with an ID token that has %s", async (_what, lie) => {
    const browser = accounts.open();
    lie();
    const { refusal, set } = await accounts.signIn(browser, "victim");
    expect([refusal, set.length]).toEqual(["OPENID_REJECTED", 1]);
    expect(await isIn(browser)).toBe(false);
    provider.behave();
    expect((await accounts.signIn(browser, "victim")).refusal).toBeNull();
  });

  test("with a code of another sign-in, whose verifier is another", async () => {
    const [browser, other] = [accounts.open(), accounts.open()];
    const callback = await accounts.signInThere(await accounts.begin(browser), "victim");
    const stolen = await accounts.signInThere(await accounts.begin(other), "victim");
    callback.searchParams.set("code", stolen.searchParams.get("code")!);
    expect((await accounts.comeBack(browser, callback)).refusal).toBe("OPENID_REJECTED");
  });
});

describe("[D-27] an invitation", () => {
  test("that two begin to accept lets one in", async () => {
    const token = await accounts.invite("once", "admin");
    const [first, second] = [accounts.open(), accounts.open()];
    const urls = [
      await accounts.beginAccept(first, token),
      await accounts.beginAccept(second, token),
    ];
    const callbacks = [
      await accounts.signInThere(urls[0]!, "first"),
      await accounts.signInThere(urls[1]!, "second"),
    ];
    const both = await Promise.all([
      accounts.comeBack(first, callbacks[0]!),
      accounts.comeBack(second, callbacks[1]!),
    ]);
    expect(both.map(({ refusal }) => String(refusal)).toSorted()).toEqual([
      "OPENID_INVITATION_ENDED",
      "null",
    ]);
    expect([await isIn(first), await isIn(second)].filter(Boolean)).toHaveLength(1);
    const late = await accounts.open().ask(staff.acceptByOpenid, { body: { token } });
    expect([late.status, late.body.code]).toEqual([404, "NOT_FOUND"]);
  });

  test("that ended meanwhile lets nobody in", async () => {
    const token = await accounts.invite("slow", "read");
    const browser = accounts.open();
    const callback = await accounts.signInThere(await accounts.beginAccept(browser, token), "slow");
    const params = { name: "slow" };
    await world.call(staff.revokeStaff, { token: world.config.providerToken!, params });
    expect((await accounts.comeBack(browser, callback)).refusal).toBe("OPENID_INVITATION_ENDED");
    expect(await isIn(browser)).toBe(false);
  });
});

describe("[D-27] a session counts as confirmed only", () => {
  const minutesAgo = (n: number) => new Date(world.clock.now().getTime() - n * MINUTE_MS);
  test.each<[string, string, () => Date | null]>([
    ["when the provider says when", "OPENID_NO_AUTH_TIME", () => null],
    ["when that is no longer ago than five minutes", "OPENID_NOT_RECENT", () => minutesAgo(5.1)],
    ["when that is not in the future", "OPENID_NOT_RECENT", () => minutesAgo(-6)],
  ])("%s", async (_what, code, when) => {
    const member = accounts.open();
    await accounts.signIn(member, "victim");
    provider.authenticatedAt = when();
    const { location } = await accounts.again(member, "victim", "/console/refunds");
    expect(location.href).toBe(`${origin}/console/refunds?openid=${code}`);
    expect(await isFresh(member)).toBe(false);
  });

  test("by its own member, in its own browser, as long as it is open", async () => {
    const member = accounts.open();
    await accounts.signIn(member, "victim");
    await accounts.newMember("colleague", "finance");
    provider.authenticatedAt = world.clock.now();
    expect((await accounts.again(member, "colleague")).refusal).toBe("OPENID_OTHER_ACCOUNT");
    expect((await accounts.again(member, "stranger")).refusal).toBe("OPENID_OTHER_ACCOUNT");
    expect(await isFresh(member)).toBe(false);
    const callback = await accounts.signInThere(await accounts.beginAgain(member), "victim");
    expect((await accounts.comeBack(accounts.open(), callback)).refusal).toBe("OPENID_EXPIRED");
    await member.ask(staff.signOutStaff, {});
    expect((await accounts.comeBack(member, callback)).refusal).toBe("OPENID_EXPIRED");
  });
});

describe("[D-27] a return path", () => {
  test.each([
    "https://evil.example/console/",
    "//evil.example/console/",
    "/\\evil.example",
    "/console/\\..\\..\\evil.example",
    "/console/../provider/v1/session",
    "/console/%2e%2e/provider/v1/session",
    "/console",
    "/console.evil.example/",
    "javascript:alert(1)",
    "/console/\r\nset-cookie: a=b",
    "/console/#openid",
    `/console/${"x".repeat(400)}`,
  ])("is refused: %j", async (path) => {
    const { status, body } = await accounts
      .open()
      .ask(staff.beginStaffOpenid, { body: { return_to: path } });
    expect([status, body.code]).toEqual([400, "INVALID_INPUT"]);
  });

  test.each(["/console/@evil.example", "/console//evil.example", "/console/?next=//evil.example"])(
    "stays on the console: %s",
    async (path) => {
      const { location } = await accounts.signIn(accounts.open(), "victim", path);
      expect([location.origin, location.pathname.startsWith("/console/")]).toEqual([origin, true]);
    },
  );
});
