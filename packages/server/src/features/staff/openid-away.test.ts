import { staff } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { startOpenidProvider, type OpenidProvider } from "@voltmarg/testkit/openid-provider";
import { newMember, openBrowser } from "@voltmarg/testkit/staff";
import { companyAccounts } from "@voltmarg/testkit/staff-openid";

let world: Harness;
let provider: OpenidProvider;
let origin: string;
let accounts: ReturnType<typeof companyAccounts>;
const elsewhere = { PUBLIC_URL: "http://localhost:1", DRIVER_BUDGET_FACTOR: "100" };

beforeAll(async () => {
  provider = await startOpenidProvider();
  origin = `http://localhost:${await freePort()}`;
  const env = { ...provider.env, ...elsewhere, CONSOLE_ORIGIN: origin };
  world = await startHarness({ locations: 0, operators: false, env });
  accounts = companyAccounts(world, origin, provider);
});
afterAll(async () => {
  await world.stop();
  await provider.close();
});
beforeEach(() => provider.behave());

describe("[D-27] a provider that is away", () => {
  const begin = () =>
    accounts.open().ask(staff.beginStaffOpenid, { body: { return_to: "/console/" } });

  test("or slow is said in a sentence, passkeys go on, and it is asked again at the next try", async () => {
    const member = await newMember(world, origin, "by-key", "read");
    for (const state of ["broken", "hangs"] as const) {
      provider.state = state;
      const { status, body } = await begin();
      expect([state, status, body.code, body.message]).toEqual([
        state,
        503,
        "UNAVAILABLE",
        "The sign-in of Acme cannot be reached. Try again in a moment.",
      ]);
    }
    expect((await member.signIn()).status).toBe(200);
    provider.behave();
    expect((await begin()).status).toBe(200);
  });

  test.each(["broken", "hangs"] as const)(
    "or slow on the way back (%s) leads to the sign-in with a code",
    async (state) => {
      const browser = accounts.open();
      const callback = await accounts.signInThere(await accounts.begin(browser), "anybody");
      provider.state = state;
      const { location } = await accounts.comeBack(browser, callback);
      expect(location.href).toBe(`${origin}/console/?openid=OPENID_UNAVAILABLE`);
    },
    20_000,
  );
});

test("[D-27] a service without the setting has no such sign-in", async () => {
  const env = { ...elsewhere, CONSOLE_ORIGIN: origin };
  const plain = await startHarness({ locations: 0, operators: false, env });
  try {
    const browser = openBrowser(plain, origin);
    expect((await browser.ask(staff.getStaffOpenid, {})).body.data).toEqual({ name: null });
    const token = await companyAccounts(plain, origin, provider).invite("asha", "read");
    const begun = [
      await browser.ask(staff.beginStaffOpenid, { body: { return_to: "/console/" } }),
      await browser.ask(staff.acceptByOpenid, { body: { token } }),
    ];
    expect(begun.map(({ status }) => status)).toEqual([404, 404]);
    const url = `${plain.url}/provider/v1/session/openid/callback?state=x&code=y`;
    const back = await fetch(url, { redirect: "manual" });
    expect(back.headers.get("location")).toBe(`${origin}/console/?openid=OPENID_EXPIRED`);
  } finally {
    await plain.stop();
  }
});

test("[D-27] one address comes back thirty times a minute", async () => {
  const env = { ...provider.env, ...elsewhere, DRIVER_BUDGET_FACTOR: "1" };
  const strict = await startHarness({ locations: 0, operators: false, env });
  try {
    const url = `${strict.url}/provider/v1/session/openid/callback?state=x&code=y`;
    const back = () => fetch(url, { redirect: "manual" });
    const many = await Promise.all(Array.from({ length: 40 }, back));
    expect(many.filter(({ status }) => status === 303).length).toBeLessThan(35);
    const held = many.find(({ status }) => status === 429);
    expect(Number(held?.headers.get("retry-after"))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});
