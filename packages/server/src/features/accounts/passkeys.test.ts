import { accounts, audit, provider, signIns, wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthenticator, type Authenticator } from "@voltmarg/testkit/authenticator";
import { freePort } from "@voltmarg/testkit/free-port";
import {
  idOf,
  PROVIDER_TOKEN,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { one, sql } from "../../platform/database/database.ts";

const CHROME =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36";

let world: Harness;
let origin: string;
beforeAll(async () => {
  // Browsers give no passkeys to a bare address.
  origin = `http://localhost:${await freePort()}`;
  world = await startHarness({ locations: 0, operators: false, env: { PUBLIC_URL: origin } });
});
afterAll(() => world.stop());

const as = ({ id, token }: Driver) => ({ params: { id }, token });
const askToMake = async (driver: Driver) =>
  (await world.call(signIns.passkeyOptions, as(driver))).body.data as never;
async function withPasskey(driver: Driver, device: Authenticator) {
  const body = device.make(await askToMake(driver));
  const send = { "user-agent": CHROME };
  const { data } = (await world.call(signIns.addPasskey, { ...as(driver), body, send })).body;
  return { passkey: data, held: device.held.at(-1)! };
}
const askToSignIn = async () =>
  (await world.call(signIns.passkeySignInOptions, {})).body.data as never;
const refusedWith = async (credential: ReturnType<Authenticator["sign"]>) => {
  const { status, body } = await world.refused(signIns.passkeySignIn, { body: { credential } });
  return `${status} ${body.code}`;
};
const listed = async (driver: Driver) =>
  (await world.call(signIns.listPasskeys, as(driver))).body.data.passkeys;
const acts = async (driver: Driver) =>
  (
    await world.call(audit.listAccountAudit, {
      query: { mobile: driver.mobile, page_size: 50 },
      token: PROVIDER_TOKEN,
    })
  ).body.content.map(({ act }) => act);

test("[G-3] a passkey is made in the profile, signs in without a code, and is listed with its device", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  world.clock.advance(60_000);
  const credential = device.sign(await askToSignIn(), held);
  const { body } = await world.call(signIns.passkeySignIn, { body: { credential } });
  expect(idOf(body.access_token)).toBe(driver.id);
  const me = await world.call(accounts.getUser, {
    params: { id: driver.id },
    token: body.access_token,
  });
  expect(me.body.data.mobile).toBe(`+91${driver.mobile}`);
  expect(await listed(driver)).toEqual([
    {
      id: credential.id,
      browser: "Chrome",
      system: "Android",
      created_at: expect.any(String),
      last_used_at: world.clock.now().toISOString(),
    },
  ]);
  expect(await acts(driver)).toEqual(["SIGN_IN", "PASSKEY_ADDED", "SIGN_IN"]);
});

test("a challenge is valid once, for five minutes, for its purpose and its driver", async () => {
  const [driver, other] = [await world.signUp(), await world.signUp()];
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);

  const options = await askToSignIn();
  const credential = device.sign(options, held);
  await world.call(signIns.passkeySignIn, { body: { credential } });
  expect(await refusedWith(credential)).toBe("400 PASSKEY_REJECTED");
  // Signed anew, and still the same challenge.
  expect(await refusedWith(device.sign(options, held))).toBe("400 PASSKEY_REJECTED");

  const late = await askToSignIn();
  world.clock.advance(300_000);
  expect(await refusedWith(device.sign(late, held))).toBe("400 PASSKEY_REJECTED");

  expect(await refusedWith(device.sign(await askToMake(driver), held))).toBe(
    "400 PASSKEY_REJECTED",
  );
  expect(await refusedWith(device.sign({ challenge: "AAAA", rpId: "localhost" }, held))).toBe(
    "400 PASSKEY_REJECTED",
  );
  const theirs = device.make(await askToMake(driver));
  const refused = await world.refused(signIns.addPasskey, { ...as(other), body: theirs });
  expect(refused.body.code).toBe("PASSKEY_REJECTED");
  expect(await listed(other)).toEqual([]);
});

test("another page's request, another site's key and a device without user verification are refused", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  const twists = [
    { origin: "https://evil.example" },
    { origin: `${origin}.evil.example` },
    { rpId: "evil.example" },
    { verified: false },
    { type: "webauthn.create" },
  ];
  for (const twist of twists) {
    expect(await refusedWith(device.sign(await askToSignIn(), held, twist))).toBe(
      "400 PASSKEY_REJECTED",
    );
    if (twist.type) continue;
    const body = device.make(await askToMake(driver), twist);
    const { body: problem } = await world.refused(signIns.addPasskey, { ...as(driver), body });
    expect(problem.code).toBe("PASSKEY_REJECTED");
  }
  const forged = device.sign(await askToSignIn(), held);
  const other = createAuthenticator(origin);
  other.make(await askToMake(driver));
  const { signature } = other.sign(await askToSignIn(), other.held[0]!).response;
  expect(await refusedWith({ ...forged, response: { ...forged.response, signature } })).toBe(
    "400 PASSKEY_REJECTED",
  );
  // The control: the same device, used as it should be.
  const credential = device.sign(await askToSignIn(), held);
  await world.call(signIns.passkeySignIn, { body: { credential } });
});

test("an unknown passkey is refused like an invalid one", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  device.make(await askToMake(driver));
  const unknown = device.sign(await askToSignIn(), device.held[0]!);
  const { body } = await world.refused(signIns.passkeySignIn, { body: { credential: unknown } });
  const { held } = await withPasskey(driver, device);
  const bad = device.sign(await askToSignIn(), held, { verified: false });
  const refused = await world.refused(signIns.passkeySignIn, { body: { credential: bad } });
  expect(refused.body).toEqual(body);
});

test("a counter that does not increase shows a copied passkey: refused and logged", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  const first = device.sign(await askToSignIn(), held, { counter: 7 });
  await world.call(signIns.passkeySignIn, { body: { credential: first } });
  const copy = device.sign(await askToSignIn(), held, { counter: 7 });
  expect(await refusedWith(copy)).toBe("400 PASSKEY_REJECTED");
  expect((await acts(driver))[0]).toBe("PASSKEY_REJECTED");
  const next = device.sign(await askToSignIn(), held, { counter: 8 });
  await world.call(signIns.passkeySignIn, { body: { credential: next } });
});

test("a removed passkey cannot sign in, and nobody can remove another driver's", async () => {
  const [driver, other] = [await world.signUp(), await world.signUp()];
  const device = createAuthenticator(origin);
  const { passkey, held } = await withPasskey(driver, device);
  const remove = { params: { id: other.id, passkey: passkey.id }, token: other.token };
  expect((await world.refused(signIns.removePasskey, remove)).body.code).toBe("NOT_FOUND");
  expect(await listed(driver)).toHaveLength(1);
  await world.call(signIns.removePasskey, {
    params: { id: driver.id, passkey: passkey.id },
    token: driver.token,
  });
  expect(await listed(driver)).toEqual([]);
  expect(await refusedWith(device.sign(await askToSignIn(), held))).toBe("400 PASSKEY_REJECTED");
  expect((await acts(driver))[0]).toBe("PASSKEY_REMOVED");
});

test("ten passkeys are the maximum, and each is stored once", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const body = device.make(await askToMake(driver));
  const both = await Promise.allSettled([
    world.call(signIns.addPasskey, { ...as(driver), body }),
    world.call(signIns.addPasskey, { ...as(driver), body }),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (let n = 1; n < 10; n++) await withPasskey(driver, device);
  const { body: problem } = await world.refused(signIns.passkeyOptions, as(driver));
  expect(problem.code).toBe("TOO_MANY_PASSKEYS");
  expect(await listed(driver)).toHaveLength(10);
});

test("of two that are made at once as the tenth and the eleventh, one is stored", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  for (let n = 0; n < 9; n++) await withPasskey(driver, device);
  const bodies = [device.make(await askToMake(driver)), device.make(await askToMake(driver))];
  const both = await Promise.all(
    bodies.map(async (body) => {
      const path = signIns.addPasskey.path.replace(":id", driver.id);
      const headers = {
        authorization: `Bearer ${driver.token}`,
        "content-type": "application/json",
      };
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const answer = await fetch(`${world.url}${path}`, sent);
      return ((await answer.json()) as { code?: string }).code ?? answer.status;
    }),
  );
  expect(both.map(String).toSorted()).toEqual(["200", "TOO_MANY_PASSKEYS"]);
  expect(await listed(driver)).toHaveLength(10);
});

test("a passkey is made for the driver's name or number, and not again on a device that has one", async () => {
  const driver = await world.signUp();
  type Asked = {
    user: { name: string; displayName: string };
    excludeCredentials: { id: string; transports?: string[] }[];
  };
  const first = (await askToMake(driver)) as Asked;
  expect(first.user).toMatchObject({
    name: `+91${driver.mobile}`,
    displayName: `+91${driver.mobile}`,
  });
  expect(first.excludeCredentials).toEqual([]);
  await world.call(accounts.updateUser, { ...as(driver), body: { name: "Asha Rao" } });
  const { passkey } = await withPasskey(driver, createAuthenticator(origin));
  const next = (await askToMake(driver)) as Asked;
  expect(next.user).toMatchObject({ name: `+91${driver.mobile}`, displayName: "Asha Rao" });
  expect(next.excludeCredentials).toMatchObject([{ id: passkey.id, transports: ["internal"] }]);
});

test("a passkey that names another driver, or a closed account, opens nothing", async () => {
  const [driver, other] = [await world.signUp(), await world.signUp()];
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  const { held: theirs } = await withPasskey(other, createAuthenticator(origin));
  const credential = device.sign(await askToSignIn(), held);
  const { userHandle } = theirs;
  expect(
    await refusedWith({ ...credential, response: { ...credential.response, userHandle } }),
  ).toBe("400 PASSKEY_REJECTED");
  expect((await acts(driver))[0]).toBe("PASSKEY_REJECTED");
  const signed = device.sign(await askToSignIn(), held);
  const { userHandle: _left, ...unnamed } = signed.response;
  const { body } = await world.call(signIns.passkeySignIn, {
    body: { credential: { ...signed, response: unnamed } },
  });
  expect(idOf(body.access_token)).toBe(driver.id);
  await sql`update app_user set deactivated_at = ${world.clock.now()} where id = ${driver.id}`.execute(
    world.database.db,
  );
  expect(await refusedWith(device.sign(await askToSignIn(), held))).toMatch(/ACCOUNT_DEACTIVATED$/);
});

test("a closed account's passkeys are deleted", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  await world.call(accounts.deactivate, as(driver));
  expect(await refusedWith(device.sign(await askToSignIn(), held))).toBe("400 PASSKEY_REJECTED");
});

test("challenges for strangers store nothing", async () => {
  const count = async () =>
    (await one(
      world.database.db,
      sql<{ n: number }>`select count(*)::int as n from passkey_challenge_used`,
    ))!.n;
  const before = await count();
  const asked = await Promise.all(Array.from({ length: 50 }, askToSignIn));
  expect(new Set(asked.map(({ challenge }) => challenge)).size).toBe(50);
  expect(await count()).toBe(before);
});

test("on an origin without passkeys the service offers none", async () => {
  const config = async (of: Harness) =>
    (await of.call(wallet.getEmspConfig, { params: { id: "default" } })).body.data.passkeys;
  expect(await config(world)).toBe(true);
  const bare = await startHarness({ locations: 0, operators: false });
  try {
    expect(await config(bare)).toBe(false);
    const { status } = await bare.refused(signIns.passkeySignInOptions, {});
    expect(status).toBe(404);
  } finally {
    await bare.stop();
  }
});

test("[G-3] [A-8] the back office's sign-out ends passkeys and linked accounts, too", async () => {
  const driver = await world.signUp();
  const device = createAuthenticator(origin);
  const { held } = await withPasskey(driver, device);
  await sql`insert into social_identity (provider, subject, user_id, linked_at)
      values ('example', 'somebody-else', ${driver.id}, ${world.clock.now()})`.execute(
    world.database.db,
  );
  const signOut = { params: { mobile: driver.mobile }, token: PROVIDER_TOKEN };
  expect((await world.call(provider.signOutDriver, signOut)).body.data.signed_out).toBe(1);
  expect(await refusedWith(device.sign(await askToSignIn(), held))).toMatch(/^40/);
  const linked = sql`select 1 from social_identity where user_id = ${driver.id}`;
  expect(await one(world.database.db, linked)).toBeNull();
  const { body } = await world.call(audit.listAccountAudit, {
    query: { mobile: driver.mobile, page_size: 50 },
    token: PROVIDER_TOKEN,
  });
  expect(body.content.find(({ act }) => act === "SIGN_OUT_BY_DESK")!.details).toMatchObject({
    ended: 1,
    passkeys: 1,
    linked: 1,
  });
});
