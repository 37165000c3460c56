import { claimsOf } from "@voltmarg/client";
import { accounts, stations, vehicles } from "@voltmarg/contract";
import { createSecretKey } from "node:crypto";
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { one, sql } from "../../platform/database/database.ts";
import {
  codeFor,
  idOf,
  nextMobile,
  startHarness,
  type Driver,
  type Harness,
} from "@voltmarg/testkit/harness";
import { IN_PUNE, MUMBAI, NO_BUSINESS } from "@voltmarg/testkit/fixtures/business";
import { createAccessToken } from "./access-token.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const pause = (seconds: number) => world.clock.advance(seconds * 1000);
const statusFor = async (driver: { id: string }, token: string) => {
  const path = accounts.getUser.path.replace(":id", driver.id);
  const response = await fetch(`${world.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.status;
};
const refresh = async (token: string) =>
  (
    await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token", refresh_token: token },
    })
  ).body;
const refreshRefused = async (token: string | undefined) => {
  const { status, body } = await world.refused(accounts.refreshToken, {
    query: { grant_type: "refresh_token", refresh_token: token },
  });
  return `${status} ${body.code}`;
};
/** A second device of the same driver. */
const signInAgain = async (driver: Driver): Promise<Driver> => {
  pause(31);
  const { mobile } = driver;
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: "LG" } });
  const otp = await codeFor(world, mobile);
  const { body } = await world.call(accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp, userType: "DRIVER", type: "LG", device_type: "android" },
  });
  return { ...driver, token: body.access_token, refresh: body.refresh_token };
};
const payloadOf = (token: string) => claimsOf(token)!;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("access tokens", () => {
  test("[A-2] [G-3] are in a flat body with a refresh token, with the user as id:suffix", async () => {
    const driver = await world.signUp();
    const tokens = await refresh(driver.refresh);
    expect(Object.keys(tokens).sort()).toEqual([
      "access_token",
      "expires_in",
      "refresh_token",
      "token_type",
    ]);
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 600 });
    const { user_name } = payloadOf(tokens.access_token);
    expect(user_name).toBe(`${driver.id}:DRIVER`);
    expect(await statusFor({ id: String(user_name).split(":")[0]! }, tokens.access_token)).toBe(
      200,
    );
  });

  test("are valid for ten minutes", async () => {
    const driver = await world.signUp();
    pause(599);
    expect(await statusFor(driver, driver.token)).toBe(200);
    pause(1);
    expect(await statusFor(driver, driver.token)).toBe(401);
  });

  test("that were tampered with, forged or made by another issuer are refused", async () => {
    const driver = await world.signUp();
    const victim = await world.signUp();
    const [head, body, signature] = driver.token.split(".") as [string, string, string];
    const claims = payloadOf(driver.token);
    const header = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
    const flipped = (text: string) => (text.startsWith("A") ? "B" : "A") + text.slice(1);
    const { private_jwk, public_jwk } = (await one(
      world.database.db,
      sql<{ private_jwk: JWK; public_jwk: JWK }>`select private_jwk, public_jwk from signing_key`,
    ))!;
    const ours = (await importJWK(private_jwk, "EdDSA")) as CryptoKey;
    const theirs = (await generateKeyPair("EdDSA", { crv: "Ed25519" })).privateKey;
    const sign = (key: CryptoKey, more: { claims?: object; header?: object } = {}) =>
      new SignJWT({ ...claims, ...more.claims })
        .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: header.kid, ...more.header })
        .sign(key);
    // The control: what the service signs itself is taken, so each refusal below has its own reason.
    expect(await statusFor(driver, await sign(ours))).toBe(200);

    const forgeries = {
      "signature changed": `${head}.${body}.${flipped(signature)}`,
      "signature missing": `${head}.${body}.`,
      "payload changed": `${head}.${encode({ ...claims, sub: victim.id })}.${signature}`,
      "alg none": `${encode({ alg: "none", typ: "at+jwt", kid: header.kid })}.${body}.`,
      "public key as a secret": await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: header.kid })
        .sign(createSecretKey(Buffer.from(String(public_jwk.x), "base64url"))),
      "another key": await sign(theirs),
      "key in the header": await sign(theirs, {
        header: { jwk: await exportJWK((await generateKeyPair("EdDSA")).publicKey) },
      }),
      "unknown key id": await sign(ours, { header: { kid: "nobody" } }),
      "another type": await sign(ours, { header: { typ: "JWT" } }),
      "another issuer": await sign(ours, { claims: { iss: "evil" } }),
      "another audience": await sign(ours, { claims: { aud: "evil" } }),
      "no end": await sign(ours, { claims: { exp: undefined } }),
      over: await sign(ours, { claims: { exp: 1 } }),
      "no sign-in": await sign(ours, { claims: { sid: undefined } }),
      "another's sign-in": await sign(ours, { claims: { sid: payloadOf(victim.token).sid } }),
      "the refresh token": driver.refresh,
      nothing: "",
    };
    for (const [name, token] of Object.entries(forgeries)) {
      expect([name, await statusFor(driver, token)]).toEqual([name, 401]);
    }
  });

  test("made by replicas that start together are accepted by each other", async () => {
    const { pool } = world.database;
    const { rows: kept } = await pool.query("delete from signing_key returning *");
    try {
      const replicas = await Promise.all(
        Array.from({ length: 6 }, () => createAccessToken(world.database, world.clock)),
      );
      for (const signer of replicas) {
        const token = await signer.sign("usr_x", "sid_x");
        for (const reader of replicas) {
          expect(await reader.read(token)).toEqual({ userId: "usr_x", sid: "sid_x" });
        }
      }
    } finally {
      await pool.query("delete from signing_key");
      const { kid, private_jwk, public_jwk, created_at } = kept[0];
      await pool.query("insert into signing_key values ($1, $2, $3, $4)", [
        kid,
        private_jwk,
        public_jwk,
        created_at,
      ]);
    }
  });
});

describe("refreshing", () => {
  test("[A-3] works by query and by body, and replaces both tokens", async () => {
    const driver = await world.signUp();
    pause(700);
    expect(await statusFor(driver, driver.token)).toBe(401);
    const first = await refresh(driver.refresh);
    expect(await statusFor(driver, first.access_token)).toBe(200);
    const second = await world.call(accounts.refreshToken, {
      query: { grant_type: "refresh_token" },
      body: { refresh_token: first.refresh_token },
      send: { authorization: "Basic dm9sdG1hcmctYXBwOnB1YmxpYw==" },
    });
    expect(new Set([driver.refresh, first.refresh_token, second.body.refresh_token]).size).toBe(3);
    expect(await statusFor(driver, second.body.access_token)).toBe(200);
  });

  test("without a token, with garbage or an access token it is refused", async () => {
    const driver = await world.signUp();
    for (const token of [undefined, "", "x", `${driver.id}~`, driver.token]) {
      expect(await refreshRefused(token)).toBe("401 REFRESH_REJECTED");
    }
    const stolen = `${nextMobile()}~${driver.refresh.split("~")[1]}`;
    expect(await refreshRefused(stolen)).toBe("401 REFRESH_REJECTED");
  });

  test("a hundred at once, and later ones within 10 s, get the same successor", async () => {
    const driver = await world.signUp();
    const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(driver.refresh)));
    expect(new Set(answers.map((tokens) => tokens.refresh_token)).size).toBe(1);
    pause(10);
    const late = await refresh(driver.refresh);
    expect(late.refresh_token).toBe(answers[0]!.refresh_token);
    expect(await statusFor(driver, (await refresh(late.refresh_token)).access_token)).toBe(200);
  });

  test("a second use within 10 s does not lengthen the time: the first one counts", async () => {
    const driver = await world.signUp();
    await refresh(driver.refresh);
    pause(6);
    await refresh(driver.refresh);
    pause(5);
    expect(await refreshRefused(driver.refresh)).toBe("401 REFRESH_REJECTED");
  });

  test("a theft ends what the map believes of the sign-in at once", async () => {
    const driver = await world.signUp();
    const seesTheMap = async (token: string) => {
      const path = `${stations.searchLocations.path}?latitude=18.5&longitude=73.8&distance=10`;
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${world.url}${path}`, { headers })).status;
    };
    const next = await refresh(driver.refresh);
    pause(11);
    expect(await seesTheMap(next.access_token)).toBe(200);
    await refreshRefused(driver.refresh);
    expect(await seesTheMap(next.access_token)).toBe(401);
    const other = await signInAgain(driver);
    expect(await seesTheMap(other.token)).toBe(200);
    await world.call(accounts.logout, { token: other.token });
    expect(await seesTheMap(other.token)).toBe(401);
  });

  test("a token used again after 10 s ends the whole sign-in, and only that one", async () => {
    const driver = await world.signUp();
    const other = await signInAgain(driver);
    const next = await refresh(driver.refresh);
    pause(11);
    expect(await statusFor(driver, next.access_token)).toBe(200);
    expect(await refreshRefused(driver.refresh)).toBe("401 REFRESH_REJECTED");
    expect(await statusFor(driver, next.access_token)).toBe(401);
    expect(await refreshRefused(next.refresh_token)).toBe("401 REFRESH_REJECTED");
    expect(await statusFor(driver, other.token)).toBe(200);
    await refresh(other.refresh);
  });

  test("a sign-in ends 30 days after its last use and 90 days after its beginning", async () => {
    const day = 86_400;
    const idle = await world.signUp();
    pause(30 * day);
    expect(await refreshRefused(idle.refresh)).toBe("401 REFRESH_REJECTED");
    let { refresh: busy } = await world.signUp();
    for (let days = 0; days < 84; days += 28) {
      pause(28 * day);
      busy = (await refresh(busy)).refresh_token;
    }
    pause(6 * day);
    expect(await refreshRefused(busy)).toBe("401 REFRESH_REJECTED");
  });
});

describe("signing out", () => {
  test("[A-4] takes effect at once, for this device only", async () => {
    const driver = await world.signUp();
    const other = await signInAgain(driver);
    await world.call(accounts.logout, { token: driver.token });
    expect(await statusFor(driver, driver.token)).toBe(401);
    expect(await refreshRefused(driver.refresh)).toBe("401 REFRESH_REJECTED");
    expect(await statusFor(driver, other.token)).toBe(200);
  });

  test("a closed account is signed out everywhere", async () => {
    const driver = await world.signUp();
    await world.database.pool.query("update app_user set deactivated_at = $1 where id = $2", [
      world.clock.now(),
      driver.id,
    ]);
    expect(await statusFor(driver, driver.token)).toBe(401);
    expect(await refreshRefused(driver.refresh)).toBe("401 REFRESH_REJECTED");
  });
});

describe("one's own account", () => {
  const read = async (driver: Driver) =>
    (await world.call(accounts.getUser, { params: { id: driver.id }, token: driver.token })).body
      .data;

  test("[N-6] has every field of a user", async () => {
    const driver = await world.signUp();
    expect(idOf(driver.token)).toBe(driver.id);
    expect(await read(driver)).toEqual({
      id: driver.id,
      name: null,
      username: `${driver.id}:DRIVER`,
      mobile: `+91${driver.mobile}`,
      email: null,
      gst_in: null,
      ...NO_BUSINESS,
      user_type: "DRIVER",
      customer_type: "PERSONAL",
      allow_multi_charging: false,
      company_id: null,
    });
  });

  test("is found by its user name, and no other account is", async () => {
    const driver = await world.signUp();
    const other = await world.signUp();
    const find = (name: string) => ({ params: { name }, token: driver.token });
    for (const name of [driver.id, `${driver.id}:DRIVER`, driver.mobile, `+91${driver.mobile}`]) {
      const { body } = await world.call(accounts.findUserByUsername, find(name));
      expect(body.data.id).toBe(driver.id);
    }
    const absent = await world.refused(accounts.findUserByUsername, find("nobody"));
    for (const name of [other.id, `${other.id}:DRIVER`, other.mobile, `+91${other.mobile}`]) {
      const { status, body } = await world.refused(accounts.findUserByUsername, find(name));
      expect({ status, body }).toEqual({ status: 404, body: absent.body });
    }
  });

  test("[A-5] name, e-mail and GSTIN can be changed, one by one, and taken back", async () => {
    const driver = await world.signUp();
    const change = async (body: object) =>
      (
        await world.call(accounts.updateUser, {
          params: { id: driver.id },
          body,
          token: driver.token,
        })
      ).body.data;
    expect(await change({ name: "  Asha Rao " })).toMatchObject({ name: "Asha Rao", email: null });
    expect(await change({ email: "asha@example.in" })).toMatchObject({
      name: "Asha Rao",
      email: "asha@example.in",
    });
    expect(await change({ gst_in: " 27aapfu0939f1zv ", ...IN_PUNE })).toMatchObject({
      gst_in: "27AAPFU0939F1ZV",
      ...IN_PUNE,
    });
    expect(await change({ email: null, gst_in: null })).toMatchObject({
      name: "Asha Rao",
      email: null,
      gst_in: null,
      ...NO_BUSINESS,
    });
    expect(await change({})).toEqual(await read(driver));
  });

  test.each([
    ["gst_in", { gst_in: MUMBAI }, Object.keys(IN_PUNE)],
    [
      "a part of the address",
      { gst_in: MUMBAI, ...IN_PUNE, business_city: null },
      ["business_city"],
    ],
    [
      "the PIN code",
      { gst_in: MUMBAI, ...IN_PUNE, business_postal_code: "560001" },
      ["business_postal_code"],
    ],
  ])(
    "[A-5] [B-3] a GSTIN is not taken without the address that belongs to it: %s",
    async (_what, body, fields) => {
      const driver = await world.signUp();
      const input = { params: { id: driver.id }, body, token: driver.token };
      const { body: refused } = await world.refused(accounts.updateUser, input);
      expect(refused.errors?.map(({ path }) => path)).toEqual(fields);
      expect(await read(driver)).toMatchObject({ gst_in: null, ...NO_BUSINESS });
    },
  );

  test("[A-5] [B-3] a GSTIN from before its address was asked for stays, also where the name is saved with it", async () => {
    const driver = await world.signUp();
    await sql`update app_user set gst_in = ${MUMBAI} where id = ${driver.id}`.execute(
      world.database.db,
    );
    const save = (body: object) => ({ params: { id: driver.id }, body, token: driver.token });
    await world.call(accounts.updateUser, save({ name: "Asha Rao", email: null, gst_in: MUMBAI }));
    expect(await read(driver)).toMatchObject({ name: "Asha Rao", gst_in: MUMBAI, ...NO_BUSINESS });
    const { body } = await world.refused(accounts.updateUser, save({ business_city: "Pune" }));
    expect(body.errors?.map(({ path }) => path)).not.toContain("business_city");
    await world.call(accounts.updateUser, save(IN_PUNE));
    expect(await read(driver)).toMatchObject({ gst_in: MUMBAI, ...IN_PUNE });
  });

  test("[A-5] nothing else can be changed", async () => {
    const driver = await world.signUp();
    const before = await read(driver);
    await world.call(accounts.updateUser, {
      params: { id: driver.id },
      token: driver.token,
      body: {
        id: "usr_other",
        mobile: "+919999999999",
        username: "admin",
        user_type: "ADMIN",
        customer_type: "CORPORATE",
        company_id: "com_1",
        allow_multi_charging: true,
        deactivated_at: null,
      } as object,
    });
    expect(await read(driver)).toEqual(before);
  });

  test.each([
    ["gst_in", { gst_in: "27AAPFU0939F1ZW" }, "This is not a GSTIN."],
    ["gst_in", { gst_in: "00AAPFU0939F1ZV" }, "This is not a GSTIN."],
    ["gst_in", { gst_in: "" }, "This is not a GSTIN."],
    ["gst_in", { gst_in: "27AAPFU0939F1ZV0" }, "Write 15 characters at most."],
    ["email", { email: "not an address" }, "This is not an e-mail address."],
    ["email", { email: "" }, "This is not an e-mail address."],
    ["name", { name: "   " }, "This is needed."],
    ["name", { name: "x".repeat(81) }, "Write 80 characters at most."],
    ["name", { name: null }, "This is needed."],
    ["name", { name: 7 }, "This is not written as it should be."],
  ])("[A-5] a wrong %s is refused and named: %j, %s", async (path, wrong, message) => {
    const driver = await world.signUp();
    const { status, body } = await world.refused(accounts.updateUser, {
      params: { id: driver.id },
      body: { name: "Kept out", ...wrong } as object,
      token: driver.token,
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: "INVALID_INPUT" });
    expect(body.errors).toMatchObject([{ path, message }]);
    expect((await read(driver)).name).toBe(null);
  });

  test("another's account is not found, to read or to change", async () => {
    const driver = await world.signUp();
    const other = await world.signUp();
    for (const id of [other.id, "usr_absent"]) {
      const input = { params: { id }, token: driver.token };
      const read404 = await world.refused(accounts.getUser, input);
      const write404 = await world.refused(accounts.updateUser, {
        ...input,
        body: { name: "Eve" },
      });
      for (const { status, body } of [read404, write404]) {
        expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
      }
    }
    expect((await read(other)).name).toBe(null);
    const own = await world.refused(vehicles.listVehicles, {
      params: { userId: other.id },
      token: driver.token,
    });
    expect(own.status).toBe(404);
  });
});
