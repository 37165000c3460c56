import { accounts, charging, provider, signIns, stations } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Driver, type Harness, PROVIDER_TOKEN } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

/** An open stream: `ended` resolves to its last event when the service ends it. */
async function open(token: string) {
  const response = await fetch(`${world.url}${charging.liveSessions.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  while (!seen.includes("event: ready")) seen += (await reader.read()).value ?? "";
  let isOpen = true;
  const rest = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      seen += value;
    }
    isOpen = false;
    return seen;
  };
  return { ended: rest(), isOpen: () => isOpen, stop: () => reader.cancel() };
}

/** Another device of the same driver. */
async function again({ mobile }: Driver): Promise<string> {
  world.clock.advance(31_000);
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
  const sent = await fetch(`${world.url}/dev/outbox?to=${mobile}`);
  const [{ code }] = (await sent.json()) as [{ code: string }];
  const body = { mobile, otp: code, userType: "DRIVER" as const, type: "LG" as const };
  return (await world.call(accounts.verifyOtp, { params: { mobile }, body })).body.access_token;
}

test("[S-2] a driver has at most five streams: one more ends the oldest, with a delay for its reconnect", async () => {
  const driver = await world.signUp();
  const streams = [];
  for (let nth = 0; nth < 7; nth++) streams.push(await open(driver.token));
  const [first, second, ...others] = streams;
  expect(await first!.ended).toContain("retry: 30000");
  await second!.ended;
  expect(others.map(({ isOpen }) => isOpen())).toEqual([true, true, true, true, true]);
  await Promise.all(others.map(({ stop }) => stop()));
});

test("[S-2] another driver's streams do not count", async () => {
  const [one, other] = [await world.signUp(), await world.signUp()];
  const kept = await open(one.token);
  const others = [];
  for (let nth = 0; nth < 6; nth++) others.push(await open(other.token));
  await others[0]!.ended;
  expect(kept.isOpen()).toBe(true);
  await Promise.all([kept, ...others].map(({ stop }) => stop()));
});

/** A list without personal data, whose sign-ins are cached. */
const listStatus = async (token: string): Promise<number> => {
  const list = await fetch(
    `${world.url}${stations.listPins.path}?west=77&south=12&east=78&north=13`,
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  await list.arrayBuffer();
  return list.status;
};
const ofDriver = ({ id, token }: Driver) => ({ params: { id }, token });
/** What ends the sign-in of a driver, with the token of another device of theirs. */
const ENDS: Record<string, (driver: Driver, other: string) => Promise<unknown>> = {
  "the driver signs out here": ({ token }) => world.call(accounts.logout, { token }),
  "another device signs it out": async (driver, other) => {
    const own = ofDriver({ ...driver, token: other });
    const { sign_ins } = (await world.call(signIns.listSignIns, own)).body.data;
    const signIn = sign_ins.find(({ this_device }) => !this_device)!.id;
    return world.call(signIns.endSignIn, { ...own, params: { ...own.params, signIn } });
  },
  "another device signs all others out": (driver, other) =>
    world.call(signIns.endOtherSignIns, ofDriver({ ...driver, token: other })),
  "the back office signs the driver out": ({ mobile }) =>
    world.call(provider.signOutDriver, { params: { mobile }, token: PROVIDER_TOKEN }),
  "the account is closed": (driver) => world.call(accounts.deactivate, ofDriver(driver)),
  "its refresh token was used by somebody else": async ({ refresh }) => {
    const query = { grant_type: "refresh_token" as const, refresh_token: refresh };
    await world.call(accounts.refreshToken, { query });
    world.clock.advance(11_000);
    await world.refused(accounts.refreshToken, { query });
  },
};
test.each(Object.keys(ENDS))(
  "[A-4] a stream, and what lists remember of a sign-in, end at once when %s",
  async (what) => {
    const driver = await world.signUp();
    const other = await again(driver);
    const stream = await open(driver.token);
    expect([await listStatus(driver.token), await listStatus(other)]).toEqual([200, 200]);
    await ENDS[what]!(driver, other);
    expect(await stream.ended).toContain("event: ready");
    expect(await listStatus(driver.token)).toBe(401);
  },
);

test("[A-4] a sign-out ends no other device's stream", async () => {
  const driver = await world.signUp();
  const other = await again(driver);
  const [here, there] = [await open(driver.token), await open(other)];
  await world.call(accounts.logout, { token: driver.token });
  await here.ended;
  expect([there.isOpen(), await listStatus(other)]).toEqual([true, 200]);
  await there.stop();
});
