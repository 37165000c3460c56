import { importJWK, SignJWT, type CryptoKey } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { START, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { createAccessToken } from "./access-token.ts";
import { listSigningKeys } from "./accounts.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

const ME = { userId: "usr_1", sid: "sid_1" };
const SECOND = START.getTime() / 1000;
/** Two replicas with one clock: the second has not read the token of the first before. */
async function replicas() {
  const clock = fakeClock(START);
  const [first, second] = [
    await createAccessToken(world.database, clock),
    await createAccessToken(world.database, clock),
  ];
  return { clock, first, second };
}
/** A token signed with the key of ours, with other claims. */
async function forge(
  claims: Record<string, unknown>,
  {
    sub = "usr_1",
    issuer = "voltmarg",
    audience = "voltmarg-app",
    typ = "at+jwt",
    kid = null,
    ends = SECOND + 600,
  }: Partial<Record<"issuer" | "audience" | "typ", string>> & {
    sub?: string | null;
    kid?: string | null;
    ends?: number | null;
  } = {},
) {
  const [key] = await listSigningKeys(world.database.db);
  const token = new SignJWT(claims)
    .setProtectedHeader({ alg: "EdDSA", typ, kid: kid ?? key!.kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(SECOND);
  if (sub !== null) token.setSubject(sub);
  if (ends !== null) token.setExpirationTime(ends);
  return token.sign((await importJWK(key!.private_jwk, "EdDSA")) as CryptoKey);
}

test("a sign-in is read again for ten minutes to the millisecond, by the replica that knows it and by others", async () => {
  const { clock, first, second } = await replicas();
  const token = await first.sign(ME.userId, ME.sid);
  expect(await first.read(token)).toEqual(ME);
  clock.advance(599_999);
  expect(await first.read(token)).toEqual(ME);
  expect(await second.read(token)).toEqual(ME);
  clock.advance(1);
  expect([await first.read(token), await second.read(token)]).toEqual([null, null]);
  const late = await createAccessToken(world.database, clock);
  expect(await late.read(token)).toBeNull();
});

test("a token says whose it is, since when, and for ten minutes", async () => {
  const { clock, first } = await replicas();
  clock.advance(999);
  const token = await first.sign(ME.userId, ME.sid);
  const [head, claims] = token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as object);
  const [key] = await listSigningKeys(world.database.db);
  expect(head).toEqual({ alg: "EdDSA", typ: "at+jwt", kid: key!.kid });
  expect(claims).toEqual({
    user_name: "usr_1:DRIVER",
    sid: "sid_1",
    sub: "usr_1",
    iss: "voltmarg",
    aud: "voltmarg-app",
    iat: SECOND,
    exp: SECOND + 600,
  });
});

test("two sign-ins are two people's, also when both are read again", async () => {
  const { first } = await replicas();
  const other = { userId: "usr_2", sid: "sid_2" };
  const tokens = [
    await first.sign(ME.userId, ME.sid),
    await first.sign(other.userId, other.sid),
  ] as const;
  for (let i = 0; i < 2; i++)
    expect([await first.read(tokens[0]), await first.read(tokens[1])]).toEqual([ME, other]);
});

test("a token of another issuer, app, kind or key opens nothing, nor one without driver, sign-in or end", async () => {
  const { first } = await replicas();
  const sid = { sid: "sid_1" };
  expect(await first.read(await forge(sid))).toEqual(ME);
  for (const [name, token] of Object.entries({
    issuer: await forge(sid, { issuer: "other" }),
    app: await forge(sid, { audience: "other" }),
    kind: await forge(sid, { typ: "JWT" }),
    key: await forge(sid, { kid: "other" }),
    driver: await forge(sid, { sub: null }),
    nobody: await forge(sid, { sub: "" }),
    "no sign-in": await forge({}),
    "sign-in of a number": await forge({ sid: 7 }),
    "no end": await forge(sid, { ends: null }),
    over: await forge(sid, { ends: SECOND }),
    garbage: "x.y.z",
  }))
    expect([name, await first.read(token)]).toEqual([name, null]);
});

test("replicas that start later use the key that is stored", async () => {
  const before = await listSigningKeys(world.database.db);
  await replicas();
  expect(await listSigningKeys(world.database.db)).toEqual(before);
  expect(before).toHaveLength(1);
});
