import { accounts, charging, provider, signIns } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

describe("[A-4] a stream ends with the sign-in it was opened with", () => {
  test("when the driver signs out here, and only this one", async () => {
    const driver = await world.signUp();
    const other = await again(driver);
    const [here, there] = [await open(driver.token), await open(other)];
    await world.call(accounts.logout, { token: driver.token });
    await here.ended;
    expect(there.isOpen()).toBe(true);
    await there.stop();
  });

  test("when another device signs all others out", async () => {
    const driver = await world.signUp();
    const stream = await open(driver.token);
    await world.call(signIns.endOtherSignIns, {
      params: { id: driver.id },
      token: await again(driver),
    });
    expect(await stream.ended).toContain("event: ready");
  });

  test("when the back office signs the driver out", async () => {
    const driver = await world.signUp();
    const stream = await open(driver.token);
    await world.call(provider.signOutDriver, {
      params: { mobile: driver.mobile },
      token: PROVIDER_TOKEN,
    });
    expect(await stream.ended).toContain("event: ready");
  });

  test("when the account is closed", async () => {
    const driver = await world.signUp();
    const stream = await open(driver.token);
    await world.call(accounts.deactivate, { params: { id: driver.id }, token: driver.token });
    expect(await stream.ended).toContain("event: ready");
  });

  test("when its refresh token was used by somebody else", async () => {
    const driver = await world.signUp();
    const stream = await open(driver.token);
    const query = { grant_type: "refresh_token" as const, refresh_token: driver.refresh };
    await world.call(accounts.refreshToken, { query });
    world.clock.advance(11_000);
    await world.refused(accounts.refreshToken, { query });
    expect(await stream.ended).toContain("event: ready");
  });
});
