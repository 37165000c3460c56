import { backoffice, staff, type BackofficeEntry } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { startOpenidProvider, type OpenidProvider } from "@voltmarg/testkit/openid-provider";
import type { Browser } from "@voltmarg/testkit/staff";
import { companyAccounts } from "@voltmarg/testkit/staff-openid";

let world: Harness;
let provider: OpenidProvider;
let origin: string;
let accounts: ReturnType<typeof companyAccounts>;
const MINUTE_MS = 60_000;
const bootstrap = { token: PROVIDER_TOKEN };

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

const isFresh = async (browser: Browser) => {
  const params = { mobile: "9999999999" };
  const body = { amount_minor: 500, reason: "A long wait", reference: "CASE 1" };
  const answer = await browser.ask(backoffice.giveGoodwill, { params, body });
  return answer.body.code !== "PASSKEY_NEEDED";
};
const audit = async (credential: string): Promise<BackofficeEntry[]> =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { credential, page_size: 100 } }))
    .body.content;
const returns = async (name: string) =>
  (await audit(name))
    .filter(({ route }) => route === "/provider/v1/session/openid/callback")
    .map(({ outcome, parameters }) => `${String(parameters?.["to"])} ${outcome}`);
/** How many sign-ins of the staff were opened and refused. */
const counted = async () => {
  const text = await world.service.metrics.text();
  return ["opened", "refused"].map((outcome) =>
    Number(
      new RegExp(`staff_sign_ins_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
    ),
  );
};

test("[D-27] a confirmation counts for five minutes before or after our clock, not a second more", async () => {
  const member = await accounts.newMember("clock", "finance");
  for (const [seconds, refusal] of [
    [0, null],
    [299, null],
    [300, null],
    [301, "OPENID_NOT_RECENT"],
    [-300, null],
    [-301, "OPENID_NOT_RECENT"],
  ] as const) {
    provider.authenticatedAt = new Date(world.clock.now().getTime() - seconds * 1_000);
    expect([seconds, (await accounts.again(member, "clock")).refusal]).toEqual([seconds, refusal]);
  }
  expect(await returns("clock")).toEqual([
    "CONFIRM OPENID_NOT_RECENT",
    "CONFIRM OK",
    "CONFIRM OPENID_NOT_RECENT",
    "CONFIRM OK",
    "CONFIRM OK",
    "CONFIRM OK",
    "ACCEPT OK",
  ]);
});

test("[D-27] a confirmation is fresh until five minutes after it, by a clock that is ahead too", async () => {
  const member = await accounts.newMember("ahead", "finance");
  expect(await isFresh(member)).toBe(false);
  provider.authenticatedAt = new Date(world.clock.now().getTime() - 4 * MINUTE_MS);
  await accounts.again(member, "ahead");
  world.clock.advance(MINUTE_MS - 1);
  expect(await isFresh(member)).toBe(true);
  world.clock.advance(1);
  expect(await isFresh(member)).toBe(false);
  provider.authenticatedAt = new Date(world.clock.now().getTime() + 4 * MINUTE_MS);
  await accounts.again(member, "ahead");
  world.clock.advance(5 * MINUTE_MS - 1);
  expect(await isFresh(member)).toBe(true);
  world.clock.advance(1);
  expect(await isFresh(member)).toBe(false);
});

test("[D-27] a sign-in may take ten minutes at the company's page, less a moment", async () => {
  await accounts.newMember("slow", "read");
  const browser = accounts.open();
  const callback = await accounts.signInThere(await accounts.begin(browser), "slow");
  world.clock.advance(10 * MINUTE_MS - 1);
  expect((await accounts.comeBack(browser, callback)).refusal).toBeNull();
});

test("[D-27] sign-ins are counted as opened or refused, and who goes back as neither", async () => {
  await accounts.newMember("counted", "read");
  const [opened, refused] = (await counted()) as [number, number];
  await accounts.signIn(accounts.open(), "counted");
  expect(await counted()).toEqual([opened + 1, refused]);
  await accounts.signIn(accounts.open(), "nobody invited");
  expect(await counted()).toEqual([opened + 1, refused + 1]);
  await accounts.signIn(accounts.open(), null);
  expect(await counted()).toEqual([opened + 1, refused + 1]);
  provider.claims = { nonce: "of another sign-in" };
  await accounts.signIn(accounts.open(), "counted");
  expect(await counted()).toEqual([opened + 1, refused + 2]);
});

test("[D-27] who goes back from an invitation is led to it again, and it is still open", async () => {
  const token = await accounts.invite("hesitant", "read");
  const browser = accounts.open();
  const back = await accounts.accept(browser, token, null);
  expect(back.location.href).toBe(`${origin}/console/invitation?openid=OPENID_CANCELLED#${token}`);
  // The attempt is used up, and nothing else is stored in the browser.
  expect(back.set).toEqual([
    "__Host-staff-openid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
  ]);
  expect(await returns("hesitant")).toEqual([]);
  expect((await accounts.accept(browser, token, "hesitant")).refusal).toBeNull();
  expect(await returns("hesitant")).toEqual(["ACCEPT OK"]);
});

test("[D-27] a refused sign-in of a member is in the audit log, with the reason", async () => {
  const member = await accounts.newMember("logged", "read");
  await accounts.newMember("stranger", "read");
  provider.authenticatedAt = world.clock.now();
  expect((await accounts.again(member, "stranger")).refusal).toBe("OPENID_OTHER_ACCOUNT");
  provider.authenticatedAt = null;
  expect((await accounts.again(member, "logged")).refusal).toBe("OPENID_NO_AUTH_TIME");
  expect(await returns("logged")).toEqual([
    "CONFIRM OPENID_NO_AUTH_TIME",
    "CONFIRM OPENID_OTHER_ACCOUNT",
    "ACCEPT OK",
  ]);
  expect(await returns("stranger")).toEqual(["ACCEPT OK"]);
});

test("[D-27] a return without an attempt leads to the console and changes no cookie", async () => {
  const url = new URL(`${origin}/provider/v1/session/openid/callback`);
  const back = await accounts.comeBack(accounts.open(), url);
  expect([back.location.href, back.set]).toEqual([`${origin}/console/?openid=OPENID_EXPIRED`, []]);
});

test("[D-27] a confirmation after the session has ended is refused", async () => {
  const member = await accounts.newMember("gone", "finance");
  provider.authenticatedAt = world.clock.now();
  const callback = await accounts.signInThere(
    await accounts.beginAgain(member, "/console/refunds"),
    "gone",
  );
  const { attempt } = member;
  await member.ask(staff.signOutStaff, {});
  member.attempt = attempt;
  const back = await accounts.comeBack(member, callback);
  expect(back.location.href).toBe(`${origin}/console/refunds?openid=OPENID_EXPIRED`);
});
