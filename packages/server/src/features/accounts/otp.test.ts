import { AGREED } from "@voltmarg/testkit/agreed";
import { get } from "node:http";
import { accounts, companies, errorCatalogue, provider } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  codeFor,
  idOf,
  nextMobile,
  PROVIDER_TOKEN,
  startHarness,
  type Harness,
} from "@voltmarg/testkit/harness";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

type OtpType = "SU" | "LG" | "CCS";

const send = (mobile: string, otpType: OtpType = "SU", headers: Record<string, string> = {}) =>
  world.call(accounts.sendOtp, { params: { mobile }, query: { otpType }, send: headers });
const sendRefused = async (mobile: string, headers: Record<string, string> = {}) =>
  (
    await world.refused(accounts.sendOtp, {
      params: { mobile },
      query: { otpType: "SU" },
      send: headers,
    })
  ).body;
const attempt = (mobile: string, otp: string, type: OtpType = "SU") => ({
  params: { mobile },
  body: { mobile, otp, userType: "DRIVER", type, consent: AGREED } as const,
});
const verify = async (mobile: string, otp: string, type?: OtpType) =>
  (await world.call(accounts.verifyOtp, attempt(mobile, otp, type))).body;
const verifyRefused = async (mobile: string, otp: string, type?: OtpType) =>
  (await world.refused(accounts.verifyOtp, attempt(mobile, otp, type))).body;
const expiryTime = async (mobile: string) =>
  (
    await world.call(accounts.otpExpiryTime, {
      params: { mobile },
      query: { otpType: "CCS" },
    })
  ).body.data.expiry_time;
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const messages = async (to: string) =>
  (await (await fetch(`${world.url}/dev/outbox?to=${encodeURIComponent(to)}`)).json()) as {
    text: string;
    code: string;
  }[];
const pause = (seconds: number) => world.clock.advance(seconds * 1000);

describe("sending a code", () => {
  test("[A-1] [A-9] sends six digits by SMS, ending with the line browsers and phones read", async () => {
    const mobile = nextMobile();
    const { body, headers } = await send(mobile);
    expect(body.data).toEqual({ expires_in: 300, resend_in: 30, code_length: 6 });
    expect(headers.get("cache-control")).toBe("no-store");
    const [message] = await messages(mobile);
    expect(message!.code).toMatch(/^\d{6}$/);
    expect(message!.text).toContain(`${message!.code} is your Voltmarg OTP, valid 5 min.`);
    expect(message!.text.split("\n").at(-1)).toBe(`@127.0.0.1 #${message!.code}`);
    expect(Buffer.byteLength(message!.text)).toBeLessThanOrEqual(140);
  });

  test("a number is the same in every notation", async () => {
    const ten = nextMobile();
    await send(`+91${ten}`);
    const code = await codeFor(world, ten);
    const devanagari = ten.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));
    const copied = `\u202a+91\u00a0${ten.slice(0, 5)}\u2011${ten.slice(5)}\u202c`;
    const forms = [
      ten,
      `0${ten}`,
      `91${ten}`,
      `${ten.slice(0, 5)} ${ten.slice(5)}`,
      devanagari,
      copied,
    ];
    for (const form of forms) {
      expect((await sendRefused(form)).code).toBe("OTP_TOO_SOON");
      pause(1);
    }
    expect(await expiryTime(`0${ten}`)).toBe(300);
    const spaced = `+91 ${ten.slice(0, 5)} ${ten.slice(5)}`;
    const tokens = await verify(spaced, code);
    const { body } = await world.call(accounts.getUser, {
      params: { id: idOf(tokens.access_token) },
      token: tokens.access_token,
    });
    expect(body.data.mobile).toBe(`+91${ten}`);
  });

  test("after a code was used the next one can be sent at once", async () => {
    const mobile = nextMobile();
    await send(mobile);
    await verify(mobile, await codeFor(world, mobile));
    await send(mobile, "LG");
    expect((await sendRefused(mobile)).code).toBe("OTP_TOO_SOON");
  });

  test.each(["1234567890", "98000abcde", "+449800000000", "980000000012345"])(
    "%s is no Indian mobile number, on any of the three calls",
    async (mobile) => {
      const expected = { code: "MOBILE_INVALID", message: errorCatalogue.MOBILE_INVALID[1] };
      expect(await sendRefused(mobile)).toMatchObject(expected);
      expect(await verifyRefused(mobile, "123456")).toMatchObject(expected);
      const { body } = await world.refused(accounts.otpExpiryTime, { params: { mobile } });
      expect(body).toMatchObject(expected);
    },
  );

  test("path and body of a verification must name the same number", async () => {
    const mobile = nextMobile();
    await send(mobile);
    const { body } = await world.refused(accounts.verifyOtp, {
      ...attempt(mobile, await codeFor(world, mobile)),
      params: { mobile: nextMobile() },
    });
    expect(body.code).toBe("MOBILE_INVALID");
  });

  test.each([
    ["a prefetch", { "sec-purpose": "prefetch" }],
    ["a prerender", { "sec-purpose": "prefetch;prerender" }],
    ["the older header", { purpose: "prefetch" }],
    ["a navigation", { "sec-fetch-mode": "navigate" }],
  ])("nothing is sent for %s", async (_name, headers) => {
    const mobile = nextMobile();
    const path = accounts.sendOtp.path.replace(":mobile", mobile);
    // fetch keeps sec-fetch-mode to itself.
    const status = await new Promise((resolve, reject) => {
      get(`${world.url}${path}?otpType=SU`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on("error", reject);
    });
    expect(status).toBe(403);
    expect(await messages(mobile)).toEqual([]);
  });

  test("nothing is sent for a HEAD request", async () => {
    const mobile = nextMobile();
    const path = accounts.sendOtp.path.replace(":mobile", mobile);
    await fetch(`${world.url}${path}?otpType=SU`, { method: "HEAD" });
    expect(await messages(mobile)).toEqual([]);
  });

  test("[A-1] a known and an unknown number get the same answers", async () => {
    const known = await world.signUp();
    const unknown = nextMobile();
    pause(31);
    const shape = async (mobile: string) => {
      const sent = await send(mobile, "LG");
      const early = await sendRefused(mobile);
      const left = await expiryTime(mobile);
      const { tries_left } = await verifyRefused(mobile, "000000", "LG");
      const names = [...sent.headers.keys()].sort();
      return { sent: sent.body, names, early, left, tries_left };
    };
    expect(await shape(unknown)).toEqual(await shape(known.mobile));
    expect(await expiryTime(nextMobile())).toBe(300);
  });
});

describe("limits", () => {
  test("[A-1] a code can be sent again after 30 s", async () => {
    const mobile = nextMobile();
    await send(mobile);
    world.clock.advance(29_999);
    expect(await sendRefused(mobile)).toMatchObject({ code: "OTP_TOO_SOON", retry_in: 1 });
    world.clock.advance(1);
    await send(mobile);
    expect(await messages(mobile)).toHaveLength(2);
  });

  test("one message for twenty requests at once", async () => {
    const mobile = nextMobile();
    const path = accounts.sendOtp.path.replace(":mobile", mobile);
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async () => (await fetch(`${world.url}${path}?otpType=SU`)).status,
      ),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 429)).toHaveLength(19);
    expect(await messages(mobile)).toHaveLength(1);
  });

  test("five codes an hour and ten a day to one number from one address", async () => {
    const mobile = nextMobile();
    const five = async () => {
      for (let sent = 0; sent < 5; sent++) {
        await send(mobile);
        pause(60);
      }
    };
    await five();
    expect((await sendRefused(mobile)).code).toBe("OTP_LIMIT");
    pause(3_600 - 5 * 60);
    await five();
    pause(3_600);
    expect((await sendRefused(mobile)).code).toBe("OTP_LIMIT");
    pause(86_400);
    await send(mobile);
  });

  test("ten codes an hour from one address, as the trusted proxy names it", async () => {
    const strict = await startHarness({
      locations: 0,
      operators: false,
      env: { TRUST_PROXY: "loopback", OTP_SENDS_PER_ADDRESS: "10" },
    });
    try {
      const from = async (forwarded: string) => {
        const path = accounts.sendOtp.path.replace(":mobile", nextMobile());
        const response = await fetch(`${strict.url}${path}?otpType=SU`, {
          headers: { "x-forwarded-for": forwarded },
        });
        return response.status;
      };
      const parallel = await Promise.all(
        Array.from({ length: 14 }, (_, i) => from(`198.51.100.${i}, 203.0.113.7`)),
      );
      // What stands before the proxy's own word is the client's invention.
      expect(parallel.filter((status) => status === 200)).toHaveLength(10);
      expect(await from("203.0.113.7")).toBe(429);
      expect(await from("203.0.113.8")).toBe(200);
      const outbox = async (forwarded: Record<string, string>) =>
        (await fetch(`${strict.url}/dev/outbox`, { headers: forwarded })).status;
      expect(await outbox({ "x-forwarded-for": "127.0.0.1, 203.0.113.7" })).toBe(404);
      expect(await outbox({ "x-forwarded-for": "127.0.0.1" })).toBe(404);
      expect(await outbox({})).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe("checking a code", () => {
  test("[A-1] a wrong code says how many tries are left, and five lock it", async () => {
    const mobile = nextMobile();
    await send(mobile);
    const code = await codeFor(world, mobile);
    for (const tries_left of [4, 3, 2, 1, 0]) {
      expect(await verifyRefused(mobile, wrongFor(code))).toMatchObject({
        code: "OTP_WRONG",
        tries_left,
      });
    }
    expect((await verifyRefused(mobile, code)).code).toBe("OTP_LOCKED");
  });

  test("a new code does not reset the count of wrong ones: ten an hour lock the number for their address", async () => {
    const mobile = nextMobile();
    for (let round = 0; round < 2; round++) {
      await send(mobile);
      const code = await codeFor(world, mobile);
      for (let i = 0; i < 5; i++) await verifyRefused(mobile, wrongFor(code));
      pause(31);
    }
    expect((await sendRefused(mobile)).code).toBe("OTP_LOCKED");
    expect((await verifyRefused(mobile, "123456")).code).toBe("OTP_LOCKED");
    pause(3_600);
    await send(mobile);
    await verify(mobile, await codeFor(world, mobile));
  });

  test("thirty wrong codes a day lock the number for their address for the day", async () => {
    const mobile = nextMobile();
    for (let wrong = 0; wrong < 30; wrong += 5) {
      await send(mobile);
      const code = await codeFor(world, mobile);
      for (let i = 0; i < 5; i++) await verifyRefused(mobile, wrongFor(code));
      pause(1_900);
    }
    expect((await sendRefused(mobile)).code).toBe("OTP_LOCKED");
    pause(86_400);
    await send(mobile);
  });

  test("of fifty guesses at once at most five count as tries", async () => {
    const mobile = nextMobile();
    await send(mobile);
    const wrong = wrongFor(await codeFor(world, mobile));
    const codes = await Promise.all(
      Array.from({ length: 50 }, async () => (await verifyRefused(mobile, wrong)).code),
    );
    expect(codes.filter((code) => code === "OTP_WRONG")).toHaveLength(5);
    expect(codes.filter((code) => code === "OTP_LOCKED")).toHaveLength(45);
  });

  test("[A-1] a code is valid for 300 s, and this time can be read", async () => {
    const mobile = nextMobile();
    await send(mobile);
    const code = await codeFor(world, mobile);
    expect(await expiryTime(mobile)).toBe(300);
    pause(180);
    // Whether and when one was sent is nobody else's business.
    expect(await expiryTime(mobile)).toBe(300);
    expect(await expiryTime(nextMobile())).toBe(300);
    pause(120);
    expect((await verifyRefused(mobile, code)).code).toBe("OTP_EXPIRED");
    await send(mobile);
    world.clock.advance(299_999);
    await verify(mobile, await codeFor(world, mobile));
  });

  test("only the newest code counts, once, and never without one", async () => {
    const mobile = nextMobile();
    expect((await verifyRefused(mobile, "123456")).code).toBe("OTP_EXPIRED");
    await send(mobile);
    const old = await codeFor(world, mobile);
    pause(31);
    await send(mobile);
    const code = await codeFor(world, mobile);
    if (old !== code) expect((await verifyRefused(mobile, old)).code).toBe("OTP_WRONG");
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        fetch(`${world.url}${accounts.verifyOtp.path.replace(":mobile", mobile)}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(attempt(mobile, code).body),
        }).then((response) => response.status),
      ),
    );
    expect(results.filter((status) => status === 200)).toHaveLength(1);
    expect((await verifyRefused(mobile, code)).code).toBe("OTP_EXPIRED");
  });

  test("a code for one purpose is not valid for another", async () => {
    const mobile = nextMobile();
    await send(mobile, "LG");
    const code = await codeFor(world, mobile);
    expect((await verifyRefused(mobile, code, "SU")).code).toBe("OTP_WRONG");
    expect((await verifyRefused(mobile, code, "CCS")).code).toBe("OTP_WRONG");
    expect((await verifyRefused(mobile, code, "LG")).code).toBe("SIGN_UP_NEEDED");
  });
});

describe("verification", () => {
  test("LG for a number without an account leads to sign-up with the same code", async () => {
    const mobile = nextMobile();
    await send(mobile, "LG");
    const code = await codeFor(world, mobile);
    for (let i = 0; i < 4; i++) await verifyRefused(mobile, wrongFor(code), "LG");
    expect((await verifyRefused(mobile, code, "LG")).code).toBe("SIGN_UP_NEEDED");
    expect((await verify(mobile, code, "SU")).token_type).toBe("Bearer");
  });

  test("SU for a number with an account leads to sign-in with the same code", async () => {
    const driver = await world.signUp();
    pause(31);
    await send(driver.mobile, "SU");
    const code = await codeFor(world, driver.mobile);
    expect((await verifyRefused(driver.mobile, code, "SU")).code).toBe("ACCOUNT_EXISTS");
    expect(idOf((await verify(driver.mobile, code, "LG")).access_token)).toBe(driver.id);
  });

  test("a closed account stays closed", async () => {
    const driver = await world.signUp();
    await world.database.pool.query("update app_user set deactivated_at = $1 where id = $2", [
      world.clock.now(),
      driver.id,
    ]);
    pause(31);
    for (const type of ["LG", "SU"] as const) {
      await send(driver.mobile, type);
      const code = await codeFor(world, driver.mobile);
      expect((await verifyRefused(driver.mobile, code, type)).code).toBe("ACCOUNT_DEACTIVATED");
      pause(31);
    }
  });

  test("CORPORATE is given to a listed number only", async () => {
    const backoffice = { token: PROVIDER_TOKEN };
    const made = await world.call(provider.putCompany, {
      ...backoffice,
      body: { name: "Deccan Cabs" },
    });
    const again = await world.call(provider.putCompany, {
      ...backoffice,
      body: { name: "Deccan Cabs" },
    });
    const company = made.body.data.id;
    expect(again.body.data.id).toBe(company);

    const listed = nextMobile();
    const list = (mobile: string) =>
      world.call(provider.listCompanyNumber, {
        ...backoffice,
        params: { id: company },
        body: { mobile },
      });
    await list(listed);
    const wished = nextMobile();
    for (const mobile of [listed, wished]) {
      await world.call(accounts.sendOtp, {
        params: { mobile },
        query: { otpType: "SU", customer_type: "CORPORATE" },
      });
    }
    const userOf = async (token: string) =>
      (await world.call(accounts.getUser, { params: { id: idOf(token) }, token })).body.data;
    const one = await verify(listed, await codeFor(world, listed));
    expect(await userOf(one.access_token)).toMatchObject({
      customer_type: "CORPORATE",
      company_id: company,
    });
    const two = await verify(wished, await codeFor(world, wished));
    expect(await userOf(two.access_token)).toMatchObject({
      customer_type: "PERSONAL",
      company_id: null,
    });
    const { body } = await list(wished);
    expect(body.data.numbers).toEqual([`+91${listed}`, `+91${wished}`].sort());
    // Who has a wallet agrees first.
    expect((await userOf(two.access_token)).customer_type).toBe("PERSONAL");
    await world.call(companies.acceptCompanyOffer, {
      params: { userId: idOf(two.access_token) },
      token: two.access_token,
      body: { company_id: company },
    });
    expect((await userOf(two.access_token)).customer_type).toBe("CORPORATE");

    pause(31);
    await send(listed, "CCS");
    const back = await verify(listed, await codeFor(world, listed), "CCS");
    expect(idOf(back.access_token)).toBe(idOf(one.access_token));
  });
});
