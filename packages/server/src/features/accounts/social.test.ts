import { AGREED } from "@voltmarg/testkit/agreed";
import { createHash, randomBytes } from "node:crypto";
import { accounts, social, wallet, type Problem } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor, idOf, nextMobile, startHarness, type Harness } from "@voltmarg/testkit/harness";
import { PEER_CLIENT, startOidcPeer, type OidcPeer } from "@voltmarg/testkit/oidc-peer";
import { sql } from "../../platform/database/database.ts";

let world: Harness;
let peer: OidcPeer;
beforeAll(async () => {
  peer = await startOidcPeer();
  const provider = { id: "peer", name: "Peer", issuer: peer.issuer, ...PEER_CLIENT };
  world = await startHarness({
    locations: 0,
    operators: false,
    env: { SOCIAL_PROVIDERS: JSON.stringify([provider]) },
  });
  peer.register(`${world.url}/auth/oauth/social/callback`);
});
afterAll(async () => {
  await world.stop();
  await peer.close();
});

const verifierOf = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

const authorize = (verifier: string) =>
  world.call(social.socialAuthorize, {
    params: { provider: "peer" },
    query: { challenge: challengeOf(verifier) },
  });

/** Follows every redirect as a browser does, with its cookies, to the app's login; gives what stands behind the #. */
async function walk(from: string): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  for (let url = from; ;) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = cookie.split(";")[0]!.split("=");
      cookies.set(name!, value!);
    }
    const location = response.headers.get("location");
    if (!location) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    const next = new URL(location, url);
    if (next.pathname === "/login") return new URLSearchParams(next.hash.slice(1));
    url = next.href;
  }
}

async function ticketFor(verifier: string): Promise<string> {
  const { body } = await authorize(verifier);
  return (await walk(body.data.url)).get("social")!;
}

const finish = (ticket: string, verifier: string) =>
  world.call(social.socialFinish, { body: { ticket, verifier } });
const finishRefused = (ticket: string, verifier: string) =>
  world.refused(social.socialFinish, { body: { ticket, verifier } });

/** Comes back from the provider without an account, and is told to prove a number. */
async function linkFor(): Promise<string> {
  const verifier = verifierOf();
  const { body } = await finishRefused(await ticketFor(verifier), verifier);
  expect(body.code).toBe("MOBILE_NEEDED");
  return (body as Problem & { link: string }).link;
}

async function prove(mobile: string, type: "SU" | "LG", social_link: string) {
  // The code of a sign-up a moment ago would be the newest one still.
  world.clock.advance(1000);
  await world.call(accounts.sendOtp, { params: { mobile }, query: { otpType: type } });
  const otp = await codeFor(world, mobile);
  return world.call(accounts.verifyOtp, {
    params: { mobile },
    body: { mobile, otp, userType: "DRIVER", type, social_link, consent: AGREED },
  });
}

describe("[A-8] social sign-in", () => {
  test("the app gets the available sign-in providers", async () => {
    const { body } = await world.call(wallet.getEmspConfig, { params: { id: "default" } });
    expect(body.data.social).toEqual([{ id: "peer", name: "Peer" }]);
  });

  test("a new driver verifies a mobile number once; from then on the sign-in provider is enough", async () => {
    peer.person = { sub: "p-1", name: "Priya", email: "priya@example.in", email_verified: true };
    const verifier = verifierOf();
    const { status, body } = await finishRefused(await ticketFor(verifier), verifier);
    expect([status, body]).toMatchObject([
      409,
      { code: "MOBILE_NEEDED", name: "Priya", email: "priya@example.in" },
    ]);
    const mobile = nextMobile();
    const made = await prove(mobile, "SU", (body as Problem & { link: string }).link);
    expect(made.body.notice).toBeUndefined();
    const again = verifierOf();
    const tokens = (await finish(await ticketFor(again), again)).body;
    expect(idOf(tokens.access_token)).toBe(idOf(made.body.access_token));
    const { body: user } = await world.call(accounts.getUser, {
      params: { id: idOf(tokens.access_token) },
      token: tokens.access_token,
    });
    expect(user.data.mobile).toBe(`+91${mobile}`);
  });

  test("a driver with an account links it by signing in with the number", async () => {
    const driver = await world.signUp();
    peer.person = { sub: "p-2" };
    await prove(driver.mobile, "LG", await linkFor());
    const verifier = verifierOf();
    const tokens = (await finish(await ticketFor(verifier), verifier)).body;
    expect(idOf(tokens.access_token)).toBe(driver.id);
  });

  test("an e-mail address that the provider has not verified is not stored", async () => {
    peer.person = { sub: "p-3", email: "somebody@else.in", email_verified: false };
    const verifier = verifierOf();
    const { body } = await finishRefused(await ticketFor(verifier), verifier);
    expect(body).toMatchObject({ code: "MOBILE_NEEDED", name: null, email: null });
  });

  test("a ticket is valid once, on the same device, for two minutes", async () => {
    peer.person = { sub: "p-1" };
    const verifier = verifierOf();
    const ticket = await ticketFor(verifier);
    expect((await finishRefused(ticket, verifierOf())).body.code).toBe("SOCIAL_REJECTED");
    await finish(ticket, verifier);
    expect((await finishRefused(ticket, verifier)).body.code).toBe("SOCIAL_REJECTED");
    const late = await ticketFor(verifier);
    world.clock.advance(120_001);
    expect((await finishRefused(late, verifier)).body.code).toBe("SOCIAL_REJECTED");
  });

  test("of many concurrent uses of one ticket one succeeds", async () => {
    peer.person = { sub: "p-1" };
    const verifier = verifierOf();
    const ticket = await ticketFor(verifier);
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => finish(ticket, verifier)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("cancelling at the sign-in provider is reported", async () => {
    peer.person = null;
    const { body } = await authorize(verifierOf());
    expect((await walk(body.data.url)).toString()).toBe("social_error=cancelled");
  });

  test("a forged, foreign, late or repeated return is refused", async () => {
    peer.person = { sub: "p-1" };
    const callback = `${world.url}/auth/oauth/social/callback`;
    const returned = async (query: string) => (await walk(`${callback}?${query}`)).toString();
    expect(await returned("")).toBe("social_error=failed");
    expect(await returned("state=x&code=y")).toBe("social_error=failed");
    const { url } = (await authorize(verifierOf())).body.data;
    const state = new URL(url).searchParams.get("state")!;
    const forged = `state=${state}&code=forged&iss=${encodeURIComponent(peer.issuer)}`;
    expect(await returned(forged)).toBe("social_error=failed");
    // The state of a forgery is still good for the real one, which is good once.
    expect((await walk(url)).get("social")).toMatch(/^[a-z0-9]{32}$/);
    expect(await returned(forged)).toBe("social_error=failed");
    const late = (await authorize(verifierOf())).body.data.url;
    world.clock.advance(15 * 60_000 + 1);
    expect((await walk(late)).toString()).toBe("social_error=failed");
  });

  test("with a used, late or forged link the sign-in succeeds, and the answer says that nothing was linked", async () => {
    peer.person = { sub: "p-4" };
    const used = await linkFor();
    const [first, second] = [nextMobile(), nextMobile()];
    expect((await prove(first, "SU", used)).body.notice).toBeUndefined();
    expect((await prove(second, "SU", used)).body.notice).toContain("not linked");
    expect((await prove(nextMobile(), "SU", "made-up")).body.notice).toContain("not linked");
    peer.person = { sub: "p-5" };
    const late = await linkFor();
    world.clock.advance(30 * 60_000 + 1);
    expect((await prove(nextMobile(), "SU", late)).body.notice).toContain("not linked");
  });

  test("a closed account has no links", async () => {
    peer.person = { sub: "p-6" };
    const mobile = nextMobile();
    const made = (await prove(mobile, "SU", await linkFor())).body;
    await world.call(accounts.deactivate, {
      params: { id: idOf(made.access_token) },
      token: made.access_token,
    });
    const verifier = verifierOf();
    const { body } = await finishRefused(await ticketFor(verifier), verifier);
    expect(body.code).toBe("MOBILE_NEEDED");
  });

  test("an unreachable sign-in provider is reported, and tried again at the next call", async () => {
    const fresh = await startOidcPeer();
    const other = await startHarness({
      locations: 0,
      operators: false,
      env: {
        SOCIAL_PROVIDERS: JSON.stringify([
          { id: "fresh", name: "Fresh", issuer: fresh.issuer, ...PEER_CLIENT },
        ]),
      },
    });
    const input = {
      params: { provider: "fresh" },
      query: { challenge: challengeOf(verifierOf()) },
    };
    const { status, body } = await other.refused(social.socialAuthorize, input);
    expect([status, body.message]).toEqual([
      503,
      "Fresh cannot be reached. Use your mobile number.",
    ]);
    fresh.register(`${other.url}/auth/oauth/social/callback`);
    expect((await other.call(social.socialAuthorize, input)).body.data.url).toContain(fresh.issuer);
    await other.stop();
    await fresh.close();
  });

  test("one address can begin ten times an hour, also concurrently, without an effect on others", async () => {
    const strict = await startHarness({
      locations: 0,
      operators: false,
      env: {
        TRUST_PROXY: "loopback",
        OTP_SENDS_PER_ADDRESS: "10",
        SOCIAL_PROVIDERS: JSON.stringify([
          { id: "peer", name: "Peer", issuer: peer.issuer, ...PEER_CLIENT },
        ]),
      },
    });
    try {
      const path = social.socialAuthorize.path.replace(":provider", "peer");
      const begin = async (address: string) => {
        const url = `${strict.url}${path}?challenge=${challengeOf(verifierOf())}`;
        return (await fetch(url, { headers: { "x-forwarded-for": address } })).status;
      };
      const many = await Promise.all(Array.from({ length: 14 }, () => begin("203.0.113.7")));
      expect(many.filter((status) => status === 200)).toHaveLength(10);
      expect(many.filter((status) => status === 429)).toHaveLength(4);
      expect(await begin("203.0.113.8")).toBe(200);
      // What has run out still counts until its hour is over, and is gone then.
      strict.clock.advance(59 * 60_000);
      expect(await begin("203.0.113.7")).toBe(429);
      strict.clock.advance(60_000);
      expect(await begin("203.0.113.7")).toBe(200);
      const { rows } = await sql<{ kept: number }>`
        select count(*)::int as kept from social_attempt`.execute(strict.database.db);
      expect(rows).toEqual([{ kept: 1 }]);
    } finally {
      await strict.stop();
    }
  });

  test("only secrets that are needed again are stored in plain text", async () => {
    peer.person = { sub: "p-7" };
    const verifier = verifierOf();
    const { url } = (await authorize(verifier)).body.data;
    const ticket = (await walk(url)).get("social")!;
    const { rows } = await sql<{ row: string }>`
      select social_attempt::text as row from social_attempt`.execute(world.database.db);
    const state = new URL(url).searchParams.get("state")!;
    for (const { row } of rows)
      for (const secret of [ticket, verifier, state]) expect(row).not.toContain(secret);
  });

  test("an unknown provider is not found", async () => {
    const { body } = await world.refused(social.socialAuthorize, {
      params: { provider: "nobody" },
      query: { challenge: challengeOf(verifierOf()) },
    });
    expect(body.code).toBe("NOT_FOUND");
  });
});
