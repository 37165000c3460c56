import { accounts } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nextMobile, startHarness, type Harness } from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { TRUST_PROXY: "loopback", SMS_PER_DAY: "1000", OTP_SENDS_PER_ADDRESS: "1000" },
  });
});
afterAll(() => world.stop());

let addresses = 0;
/** An address in a network that nobody had yet. */
const nextAddress = () => `${20 + Math.floor(++addresses / 250)}.${addresses % 250}.113.7`;
const pause = (seconds: number) => world.clock.advance(seconds * 1000);

type Answer = { status: number; code: string | undefined; tries: number | undefined };
async function ask(method: string, path: string, address: string, body?: object): Promise<Answer> {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: {
      "x-forwarded-for": address,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = (await response.json()) as { code?: string; tries_left?: number };
  return { status: response.status, code: said.code, tries: said.tries_left };
}
const send = async (mobile: string, address: string) => {
  const { status, code } = await ask(
    "GET",
    `${accounts.sendOtp.path.replace(":mobile", mobile)}?otpType=LG`,
    address,
  );
  return code ?? status;
};
const verify = async (mobile: string, otp: string, address: string) => {
  const path = accounts.verifyOtp.path.replace(":mobile", mobile);
  const body = { mobile, otp, userType: "DRIVER", type: "LG" };
  const { status, code } = await ask("POST", path, address, body);
  return code ?? status;
};
const codeOf = async (mobile: string) =>
  ((await (await fetch(`${world.url}/dev/outbox?to=${mobile}`)).json()) as { code: string }[])[0]!
    .code;
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
/** Guesses at a number's code from an address until nothing more is evaluated there. */
async function guess(mobile: string, address: string): Promise<number> {
  let evaluated = 0;
  for (let round = 0; round < 5; round++) {
    if ((await send(mobile, address)) !== 200) break;
    const wrong = wrongFor(await codeOf(mobile));
    for (let nth = 0; nth < 5; nth++)
      if ((await verify(mobile, wrong, address)) === "OTP_WRONG") evaluated++;
    pause(31);
  }
  return evaluated;
}

describe("[A-1] guessing codes for another's number", () => {
  test("locks it only for the guesser's address", async () => {
    const { mobile } = await world.signUp();
    const [own, stranger] = [nextAddress(), nextAddress()];
    pause(31);
    expect(await guess(mobile, stranger)).toBe(10);
    expect(await send(mobile, stranger)).toBe("OTP_LOCKED");
    expect(await send(mobile, own)).toBe(200);
    expect(await verify(mobile, await codeOf(mobile), own)).toBe(200);
  });

  test("uses no tries of the driver's own code, and requesting a code does not invalidate the driver's", async () => {
    const { mobile } = await world.signUp();
    const [own, stranger] = [nextAddress(), nextAddress()];
    pause(31);
    expect(await send(mobile, own)).toBe(200);
    const code = await codeOf(mobile);
    const guesses = [];
    for (let nth = 0; nth < 6; nth++) guesses.push(await verify(mobile, wrongFor(code), stranger));
    expect(guesses).toEqual([...Array<string>(5).fill("OTP_WRONG"), "OTP_LOCKED"]);
    expect(await send(mobile, stranger)).toBe(200);
    expect(await verify(mobile, code, own)).toBe(200);
  });

  test("a code that expired does not hide a newer one, which was requested from another network", async () => {
    const { mobile } = await world.signUp();
    const [own, other] = [nextAddress(), nextAddress()];
    pause(31);
    expect(await send(mobile, own)).toBe(200);
    pause(299);
    expect(await send(mobile, other)).toBe(200);
    // Until then the own one counts: what somebody else requests does not replace it.
    expect(await verify(mobile, await codeOf(mobile), own)).toBe("OTP_WRONG");
    pause(1);
    expect(await verify(mobile, await codeOf(mobile), own)).toBe(200);
  });

  test("is stopped from many addresses too; only an address with an earlier sign-in for the number may continue", async () => {
    const { mobile } = await world.signUp();
    const own = nextAddress();
    pause(31);
    await send(mobile, own);
    expect(await verify(mobile, await codeOf(mobile), own)).toBe(200);
    let evaluated = 0;
    for (let nth = 0; nth < 20; nth++) {
      evaluated += await guess(mobile, nextAddress());
      pause(400);
    }
    expect(evaluated).toBeLessThanOrEqual(60);
    expect(evaluated).toBeGreaterThan(20);
    expect(["OTP_LOCKED", "OTP_LIMIT"]).toContain(await send(mobile, nextAddress()));
    expect(await send(mobile, own)).toBe(200);
    expect(await verify(mobile, await codeOf(mobile), own)).toBe(200);
  });

  test("does not use up the driver's limit of codes", async () => {
    const mobile = nextMobile();
    const [own, stranger] = [nextAddress(), nextAddress()];
    for (let nth = 0; nth < 5; nth++) {
      expect(await send(mobile, stranger)).toBe(200);
      pause(31);
    }
    expect(await send(mobile, stranger)).toBe("OTP_LIMIT");
    expect(await send(mobile, own)).toBe(200);
    // Nor the moment between two of them.
    expect(await send(mobile, own)).toBe("OTP_TOO_SOON");
    expect(await send(mobile, nextAddress())).toBe(200);
  });

  test("one number gets at most ten codes an hour, from whatever addresses", async () => {
    const mobile = nextMobile();
    const answers = [];
    for (let nth = 0; nth < 14; nth++) answers.push(await send(mobile, nextAddress()));
    expect(answers.filter((answer) => answer === 200)).toHaveLength(10);
  });

  test.each([
    ["IPv4", (nth: number) => `9.9.${nth}.1`],
    ["IPv6", (nth: number) => `2a0a:9:${nth}::1`],
  ])(
    "who has all addresses of one network, of %s, does not keep a new number's holder out",
    async (_, stranger) => {
      const mobile = nextMobile();
      let sent = 0;
      for (let nth = 0; nth < 36; nth++) {
        if ((await send(mobile, stranger(nth))) === 200) sent++;
        if (nth % 12 === 11) pause(3_601);
      }
      for (let nth = 0; nth < 12; nth++) await send(mobile, stranger(nth));
      const own = nextAddress();
      expect(await send(mobile, own)).toBe(200);
      pause(31);
      expect(await send(mobile, own)).toBe(200);
      // Half of what strangers may in a day.
      expect(sent).toBe(10);
      expect(await verify(mobile, await codeOf(mobile), own)).toBe("SIGN_UP_NEEDED");
    },
  );

  test("nor does who guesses wrong from all of them", async () => {
    const mobile = nextMobile();
    let evaluated = 0;
    for (let nth = 0; nth < 8; nth++) evaluated += await guess(mobile, `9.8.${nth}.1`);
    expect(evaluated).toBeGreaterThanOrEqual(15);
    pause(31);
    const own = nextAddress();
    expect(await send(mobile, own)).toBe(200);
    expect(await verify(mobile, await codeOf(mobile), own)).toBe("SIGN_UP_NEEDED");
  });

  test("who pays by the message: ten an hour and twenty a day to a number, from however many networks", async () => {
    const mobile = nextMobile();
    const sent: number[] = [];
    for (let hour = 0; hour < 4; hour++) {
      let now = 0;
      for (let nth = 0; nth < 25; nth++) if ((await send(mobile, nextAddress())) === 200) now++;
      sent.push(now);
      pause(3_601);
    }
    expect(sent).toEqual([10, 10, 0, 0]);
  });

  test("from many addresses of one IPv6 network counts as one address", async () => {
    const { mobile } = await world.signUp();
    pause(31);
    let evaluated = 0;
    for (let nth = 1; nth < 4; nth++)
      evaluated += await guess(mobile, `2001:db8:5:6:${nth}::${nth}`);
    expect(evaluated).toBe(10);
    expect(await send(mobile, "2001:db8:5:7::1")).toBe(200);
  });
});

test("[A-1] the last fifth of a day's messages is reserved for known numbers", async () => {
  const small = await startHarness({
    locations: 0,
    operators: false,
    env: { SMS_PER_DAY: "10" },
  });
  try {
    const driver = await small.signUp();
    small.clock.advance(31_000);
    const to = async (mobile: string) => {
      const path = accounts.sendOtp.path.replace(":mobile", mobile);
      const response = await fetch(`${small.url}${path}?otpType=LG`);
      return ((await response.json()) as { code?: string }).code ?? response.status;
    };
    const answers = [];
    for (let nth = 0; nth < 9; nth++) answers.push(await to(String(9_700_000_000 + nth)));
    const spent = "SMS_BUDGET_SPENT";
    // Of eight for everybody one was sent to sign up.
    expect(answers.filter((answer) => answer === 200).length).toBe(7);
    expect(answers).toContain(spent);
    expect(await to(driver.mobile)).toBe(200);
  } finally {
    await small.stop();
  }
});
