import { backoffice, staff, type BackofficeEntry } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@voltmarg/testkit/free-port";
import { PROVIDER_TOKEN, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { newMember, openBrowser, type Browser } from "@voltmarg/testkit/staff";

let world: Harness;
let origin: string;
const bootstrap = { token: PROVIDER_TOKEN };
const MINUTE_MS = 60_000;

beforeAll(async () => {
  origin = `http://localhost:${await freePort()}`;
  const env = {
    PUBLIC_URL: "http://localhost:1",
    CONSOLE_ORIGIN: origin,
    DRIVER_BUDGET_FACTOR: "100",
  };
  world = await startHarness({ locations: 0, operators: false, env });
});
afterAll(() => world.stop());

const said = ({ status, body }: { status: number; body: { code: string } }) =>
  status === 200 ? "OK" : body.code;
const wrong = async (member: Browser, times: number) => {
  for (let n = 0; n < times; n++) {
    const { body } = await member.ask(staff.staffSignInOptions, {});
    const passkey = member.device.sign(body.data, member.device.held.at(-1)!, { verified: false });
    expect(said(await member.ask(staff.signInStaff, { body: { passkey } }))).toBe(
      "PASSKEY_REJECTED",
    );
  }
};
const wrongAgain = async (member: Browser) => {
  const { body } = await member.ask(staff.passkeyAgainOptions, {});
  const passkey = member.device.sign(body.data, member.device.held.at(-1)!, { verified: false });
  return said(await member.ask(staff.passkeyAgain, { body: { passkey } }));
};
const audit = async (credential: string): Promise<BackofficeEntry[]> =>
  (await world.call(backoffice.listAudit, { ...bootstrap, query: { credential, page_size: 100 } }))
    .body.content;
const opened = async () =>
  Number(
    /staff_sign_ins_total\{outcome="opened"\} (\d+)/.exec(
      await world.service.metrics.text(),
    )?.[1] ?? 0,
  );

test("[D-1] nine refused passkeys lock nothing, and a right one makes them forgotten", async () => {
  const member = await newMember(world, origin, "clumsy", "read");
  for (let round = 0; round < 2; round++) {
    await wrong(member, 9);
    expect(said(await member.signIn())).toBe("OK");
  }
});

test("[D-1] ten refused passkeys lock one member for an hour to the millisecond, and no other", async () => {
  const member = await newMember(world, origin, "locked", "read");
  const other = await newMember(world, origin, "free", "read");
  await wrong(member, 10);
  expect(said(await member.signIn())).toBe("TOO_MANY_REQUESTS");
  expect(said(await other.signIn())).toBe("OK");
  world.clock.advance(60 * MINUTE_MS - 1);
  expect(said(await member.signIn())).toBe("TOO_MANY_REQUESTS");
  world.clock.advance(1);
  expect(said(await member.signIn())).toBe("OK");
  const outcomes = (await audit("locked"))
    .filter(({ route }) => route === staff.signInStaff.path)
    .map(({ outcome }) => outcome);
  expect(outcomes).toEqual([
    "OK",
    "TOO_MANY_REQUESTS",
    "TOO_MANY_REQUESTS",
    ...Array<string>(10).fill("PASSKEY_REJECTED"),
  ]);
});

test("[D-1] refused passkeys of an hour ago count no longer", async () => {
  const member = await newMember(world, origin, "patient", "read");
  await wrong(member, 9);
  world.clock.advance(60 * MINUTE_MS - 1);
  await wrong(member, 1);
  expect(said(await member.signIn())).toBe("TOO_MANY_REQUESTS");
  const later = await newMember(world, origin, "later", "read");
  await wrong(later, 9);
  world.clock.advance(60 * MINUTE_MS);
  await wrong(later, 9);
  expect(said(await later.signIn())).toBe("OK");
});

test("[D-1] a refused confirmation counts like a refused sign-in", async () => {
  const member = await newMember(world, origin, "confirming", "finance");
  for (let n = 0; n < 9; n++) expect(await wrongAgain(member)).toBe("PASSKEY_REJECTED");
  expect(said(await member.confirm())).toBe("OK");
  for (let n = 0; n < 10; n++) expect(await wrongAgain(member)).toBe("PASSKEY_REJECTED");
  expect(said(await member.confirm())).toBe("TOO_MANY_REQUESTS");
  expect(said(await member.signIn())).toBe("TOO_MANY_REQUESTS");
});

test("[D-1] each sign-in that opens is counted once, with its line in the audit log", async () => {
  const member = await newMember(world, origin, "regular", "read");
  const before = await opened();
  expect(said(await member.signIn())).toBe("OK");
  expect(await opened()).toBe(before + 1);
  expect(
    (await audit("regular")).find(({ route }) => route === staff.signInStaff.path),
  ).toMatchObject({ outcome: "OK", parameters: { address: "127.0.0.1" } });
});

test("[D-1] signing out ends a session, and a script has none to end", async () => {
  const member = await newMember(world, origin, "leaving", "read");
  const elsewhere = openBrowser(world, origin);
  elsewhere.cookie = member.cookie;
  expect((await member.ask(staff.signOutStaff, {})).body.data).toEqual({ signed_out: true });
  expect((await elsewhere.ask(staff.getStaffSession, {})).status).toBe(401);
  expect((await world.call(staff.signOutStaff, bootstrap)).body.data).toEqual({
    signed_out: false,
  });
});
