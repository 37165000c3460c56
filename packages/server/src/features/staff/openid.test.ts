import { backoffice, companies, staff, type BackofficeEntry } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { startOpenidProvider, type OpenidProvider } from "@voltmarg/testkit/openid-provider";
import { acceptIn, newMember, openBrowser, type Browser } from "@voltmarg/testkit/staff";
import { companyAccounts } from "@voltmarg/testkit/staff-openid";

let world: Harness;
let provider: OpenidProvider;
let origin: string;
let accounts: ReturnType<typeof companyAccounts>;
const bootstrap = { token: PROVIDER_TOKEN };
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
});
afterAll(async () => {
  await world.stop();
  await provider.close();
});
beforeEach(() => provider.behave());

const stateOf = async (browser: Browser) => {
  const { status, body } = await browser.ask(companies.listCompanies, {});
  return status === 200 ? "IN" : `${status} ${body.code}`;
};
const memberNamed = async (name: string) => {
  const { body } = await world.call(staff.listStaff, bootstrap);
  return body.data.staff.find((each) => each.name === name);
};
const inviteAgain = async (name: string) =>
  (await world.call(staff.inviteStaffAgain, { ...bootstrap, params: { name } })).body.data.token;
const audit = async (credential: string): Promise<BackofficeEntry[]> =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { credential, page_size: 100 } }))
    .body.content;
/** Gives money to a driver who is not there: what is refused before that was not let in. */
const give = async (browser: Browser) => {
  const { status, body } = await browser.ask(backoffice.giveGoodwill, {
    params: { mobile: "9999999999" },
    body: { amount_minor: 500, reason: "A long wait", reference: "CASE 1" },
  });
  return { code: `${status} ${body.code}`, message: body.message };
};

describe("[D-27] the company account", () => {
  test("accepts an invitation, and from then on signs in", async () => {
    const browser = accounts.open();
    expect((await browser.ask(staff.getStaffOpenid, {})).body.data).toEqual({ name: "Acme" });
    const accepted = await accounts.accept(browser, await accounts.invite("asha", "admin"), "u-1");
    expect(accepted.location.href).toBe(`${origin}/console/`);
    expect(accepted.set).toEqual([
      "__Host-staff-openid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
      expect.stringMatching(
        /^__Host-staff=\w{32}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=36000$/,
      ),
    ]);
    expect((await browser.ask(staff.getStaffSession, {})).body.data).toMatchObject({
      name: "asha",
      role: "admin",
      session: { signed_in_by: "OPENID" },
    });
    expect(await memberNamed("asha")).toMatchObject({ passkeys: 0, openid: true });

    const elsewhere = accounts.open();
    expect((await accounts.signIn(elsewhere, "u-1")).refusal).toBeNull();
    expect(await stateOf(elsewhere)).toBe("IN");
    const lines = await audit("asha");
    expect(
      lines.map(({ route, outcome, parameters }) => [route, outcome, parameters]),
    ).toContainEqual([
      "/provider/v1/session/openid/callback",
      "OK",
      { to: "SIGN_IN", address: "127.0.0.1" },
    ]);
  });

  test("is asked for with code, PKCE, state and nonce, and for nothing of the person", async () => {
    const browser = accounts.open();
    await accounts.signIn(browser, "u-1");
    expect(Object.fromEntries(provider.asked.at(-1)!)).toEqual({
      client_id: provider.env["STAFF_OPENID_CLIENT_ID"],
      response_type: "code",
      redirect_uri: `${origin}/provider/v1/session/openid/callback`,
      scope: "openid",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("leads back to the page where the member was", async () => {
    const path = "/console/charges?state=STUCK&q=a%20b";
    const { location } = await accounts.signIn(accounts.open(), "u-1", path);
    expect(location.href).toBe(`${origin}${path}`);
  });

  test("that nobody invited opens nothing, and says why", async () => {
    const browser = accounts.open();
    const { location, set } = await accounts.signIn(browser, "stranger", "/console/charges?q=1");
    expect(location.href).toBe(`${origin}/console/charges?q=1&openid=OPENID_NOT_INVITED`);
    expect(set).toHaveLength(1);
    expect(await stateOf(browser)).toBe("401 UNAUTHENTICATED");
  });

  test("of a person who goes back opens nothing", async () => {
    const { refusal } = await accounts.signIn(accounts.open(), null);
    expect(refusal).toBe("OPENID_CANCELLED");
  });

  test("belongs to one member, and the invitation of the other stays open", async () => {
    const token = await accounts.invite("second", "read");
    const browser = accounts.open();
    const taken = await accounts.accept(browser, token, "u-1");
    expect(taken.location.href).toBe(`${origin}/console/invitation?openid=OPENID_TAKEN#${token}`);
    expect((await accounts.accept(browser, token, "u-2")).refusal).toBeNull();
    expect(await stateOf(browser)).toBe("IN");
  });

  test("is given to one of two members who ask for it at once", async () => {
    const browsers = [accounts.open(), accounts.open()];
    const callbacks: URL[] = [];
    for (const [i, browser] of browsers.entries()) {
      const token = await accounts.invite(`rival-${i}`, "read");
      callbacks.push(await accounts.signInThere(await accounts.beginAccept(browser, token), "u-3"));
    }
    const back = await Promise.all(browsers.map((b, i) => accounts.comeBack(b, callbacks[i]!)));
    expect(back.map(({ refusal }) => String(refusal)).toSorted()).toEqual(["OPENID_TAKEN", "null"]);
  });

  test("takes the place of a passkey, and a passkey the place of the account", async () => {
    const byKey = await newMember(world, origin, "changing", "support");
    const byAccount = accounts.open();
    await accounts.accept(byAccount, await inviteAgain("changing"), "u-4");
    expect(await memberNamed("changing")).toMatchObject({ passkeys: 0, openid: true });
    expect(await stateOf(byKey)).toBe("401 UNAUTHENTICATED");
    expect((await byKey.signIn()).status).toBe(400);
    // The same account again.
    expect(
      (await accounts.accept(byAccount, await inviteAgain("changing"), "u-4")).refusal,
    ).toBeNull();

    const back = openBrowser(world, origin);
    expect((await acceptIn(back, await inviteAgain("changing"))).status).toBe(200);
    expect(await memberNamed("changing")).toMatchObject({ passkeys: 1, openid: false });
    expect(await stateOf(byAccount)).toBe("401 UNAUTHENTICATED");
    expect((await accounts.signIn(byAccount, "u-4")).refusal).toBe("OPENID_NOT_INVITED");
  });

  test("of a revoked member opens nothing, sessions end, and it may be invited anew", async () => {
    const browser = await accounts.newMember("leaving", "read");
    await world.call(staff.revokeStaff, { ...bootstrap, params: { name: "leaving" } });
    expect(await stateOf(browser)).toBe("401 UNAUTHENTICATED");
    expect((await accounts.signIn(browser, "leaving")).refusal).toBe("OPENID_NOT_INVITED");
    const token = await accounts.invite("returning", "read");
    expect((await accounts.accept(browser, token, "leaving")).refusal).toBeNull();
  });

  test("opens nothing either for a member who was revoked before 0.9 and kept it", async () => {
    await accounts.newMember("revoked-before", "read");
    await world.database.pool.query("update staff set revoked_at = $1 where name = $2", [
      world.clock.now(),
      "revoked-before",
    ]);
    const { refusal } = await accounts.signIn(accounts.open(), "revoked-before");
    expect(refusal).toBe("OPENID_NOT_INVITED");
  });
});

describe("[D-27] instead of the passkey again", () => {
  test("the account is signed in to anew, and the member is back on their page", async () => {
    const member = await accounts.newMember("careful", "finance");
    expect(await give(member)).toEqual({
      code: "403 PASSKEY_NEEDED",
      message: "Sign in with your company account once more to do this.",
    });
    provider.authenticatedAt = world.clock.now();
    const { location } = await accounts.again(member, "careful", "/console/drivers/usr_1");
    expect(location.href).toBe(`${origin}/console/drivers/usr_1`);
    const asked = provider.asked.at(-1)!;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    expect((await give(member)).code).toBe("404 NOT_FOUND");
    world.clock.advance(5 * MINUTE_MS - 1);
    expect((await give(member)).code).toBe("404 NOT_FOUND");
    world.clock.advance(1);
    expect((await give(member)).code).toBe("403 PASSKEY_NEEDED");
    expect((await audit("careful")).map(({ parameters }) => parameters)).toContainEqual({
      to: "CONFIRM",
      address: "127.0.0.1",
    });
  });

  test("a sign-in just now is enough, one of this morning is not", async () => {
    provider.authenticatedAt = new Date(world.clock.now().getTime() - 2 * MINUTE_MS);
    const member = await accounts.newMember("recent", "finance");
    expect((await give(member)).code).toBe("404 NOT_FOUND");
    world.clock.advance(3 * MINUTE_MS);
    expect((await give(member)).code).toBe("403 PASSKEY_NEEDED");
    await accounts.signIn(member, "recent");
    expect((await give(member)).code).toBe("403 PASSKEY_NEEDED");
  });

  test("is not for a member with a passkey, nor for a script", async () => {
    const body = { return_to: "/console/" };
    const byKey = await newMember(world, origin, "by-key", "finance");
    expect((await byKey.ask(staff.openidAgain, { body })).status).toBe(404);
    expect((await world.refused(staff.openidAgain, { ...bootstrap, body })).status).toBe(404);
    expect((await accounts.open().ask(staff.openidAgain, { body })).status).toBe(401);
  });
});
