import { databases } from "@voltmarg/testkit/test-databases";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
import { one, openDatabase, sql, type Database } from "../../platform/database/database.ts";
import { OutboundError, type OutboundRequest } from "../../platform/http/outbound.ts";
import { tokenHash } from "./operators.store.ts";
import { registerWith, resumeRegistration, rotate } from "./register.ts";
import type { RoamingDeps } from "./roaming-deps.ts";

const START = new Date("2026-11-20T06:30:00Z");
const PEER = "https://peer.example";
type Answer = { status?: number; body?: string } | OutboundError;
type Call = {
  method: string;
  path: string;
  header: string;
  token: string;
  body: { token?: string } | null;
};

let database: Database;
let calls: Call[];
/** What the partner answers to a path, instead of what it should. */
let answers: Record<string, Answer>;

const ocpi = (data: unknown, status_code = 1000, status = 200): Answer => ({
  status,
  body: JSON.stringify({ data, status_code, timestamp: START.toISOString() }),
});
const endpoint = (identifier: string, role: string) => ({
  identifier,
  role,
  url: `${PEER}/${identifier}`,
});
const ENDPOINTS = [
  endpoint("credentials", "RECEIVER"),
  ...["locations", "tariffs", "sessions", "cdrs"].map((each) => endpoint(each, "SENDER")),
  endpoint("commands", "RECEIVER"),
];
const credentials = (kind = "CPO") =>
  ocpi({
    token: "token-c-new",
    url: "https://elsewhere.example/versions",
    roles: [
      { role: kind, country_code: "IN", party_id: "ONE", business_details: { name: "Partner" } },
    ],
  });
const usual: Record<string, Answer> = {
  "/versions": ocpi([{ version: "2.2.1", url: `${PEER}/2.2.1` }]),
  "/2.2.1": ocpi({ version: "2.2.1", endpoints: ENDPOINTS }),
  "/credentials": credentials(),
};
const deps = {
  clock: fakeClock(START),
  logger: { warn: () => {} },
  publicUrl: "https://voltmarg.example",
  party: { countryCode: "IN", partyId: "VMG", name: "Voltmarg" },
  encryption: {
    encrypt: (text: string) => `sealed ${text}`,
    decrypt: (text: string) => text.replace("sealed ", ""),
  },
  log: { note: () => {} },
  findings: { note: () => {} },
  circuitBreakers: {
    of: () => ({
      health: () => ({ lanes: { BULK: {}, COMMAND: {}, STOP: {} } }),
      send: async ({ method, url, headers, body }: OutboundRequest) => {
        const path = new URL(url).pathname;
        const header = headers?.["authorization"] ?? "";
        const [, token = ""] = header.split(" ");
        calls.push({
          method: method ?? "GET",
          path,
          header,
          token: Buffer.from(token, "base64").toString(),
          body: body === undefined ? null : (JSON.parse(String(body)) as Call["body"]),
        });
        const answer = answers[path] ?? usual[path] ?? { status: 404 };
        if (answer instanceof OutboundError) throw answer;
        return { status: 200, headers: {}, body: "", ...answer };
      },
    }),
  },
} as unknown as RoamingDeps;

beforeAll(async () => {
  database = openDatabase((await databases.create()).connectionString, () => {}, 2);
  Object.assign(deps, { database });
});
afterAll(() => database.close());
beforeEach(async () => {
  [calls, answers] = [[], {}];
  await sql`delete from partner_party`.execute(database.db);
  await sql`delete from operator`.execute(database.db);
});

const stored = async () =>
  (await one(
    database.db,
    sql<{
      our_token_hash: string | null;
      pending_token_hash: string | null;
      their_token: string | null;
      registered_at: Date | null;
      rotating_since: Date | null;
      versions_url: string | null;
    }>`select our_token_hash, pending_token_hash, their_token, registered_at, rotating_since, versions_url from operator`,
  ))!;
const put = (more: Record<string, unknown> = {}) => {
  const row: Record<string, unknown> = {
    versions_url: `${PEER}/versions`,
    their_introduction: "sealed token-a",
    their_token: null,
    our_token_hash: null,
    registered_at: null,
    ...more,
  };
  return sql`insert into operator (id, name, versions_url, their_introduction, their_token, our_token_hash, registered_at,
      country_code, party_id, created_at)
    values ('opr_1', 'Partner', ${row["versions_url"]}, ${row["their_introduction"]}, ${row["their_token"]},
      ${row["our_token_hash"]}, ${row["registered_at"]}, 'IN', 'ONE', ${START})`.execute(
    database.db,
  );
};
const registered = {
  their_token: "sealed token-c",
  our_token_hash: tokenHash("token-b"),
  registered_at: START,
};
const paths = () => calls.map(({ method, path, token }) => `${method} ${path} ${token}`);

describe("[L-10] the handshake", () => {
  const at = {
    name: "Partner",
    kind: "CPO" as const,
    versionsUrl: `${PEER}/versions`,
    tokenA: "token-a",
    tokenEncoding: "base64" as const,
  };

  test("reads versions and details with the first token, and posts a token that is valid at its end", async () => {
    expect(await registerWith(deps, at)).toMatchObject({ ok: true, operator: { name: "Partner" } });
    expect(paths()).toEqual([
      "GET /versions token-a",
      "GET /2.2.1 token-a",
      "POST /credentials token-a",
    ]);
    expect(await stored()).toEqual({
      our_token_hash: tokenHash(calls[2]!.body!.token!),
      pending_token_hash: null,
      their_token: "sealed token-c-new",
      registered_at: START,
      rotating_since: null,
      // Its answer cannot move it to another host.
      versions_url: `${PEER}/versions`,
    });
    expect(await registerWith(deps, at)).toMatchObject({ ok: true });
    expect(await resumeRegistration(deps, "opr_1")).toMatchObject({ ok: false });
    expect(calls).toHaveLength(3);
  });

  test("with a partner of OCPI 2.1.1 is in its words: no roles, one party, the token as it is", async () => {
    const bare = ENDPOINTS.map(({ identifier, url }) => ({ identifier, url }));
    answers = {
      "/versions": ocpi([
        { version: "2.0", url: `${PEER}/2.0` },
        { version: "2.1.1", url: `${PEER}/2.1.1` },
      ]),
      "/2.1.1": ocpi({ version: "2.1.1", endpoints: bare }),
      "/credentials": ocpi({
        token: "token-c-new",
        url: `${PEER}/versions`,
        country_code: "IN",
        party_id: "ONE",
        business_details: { name: "Partner" },
      }),
    };
    expect(await registerWith(deps, at)).toMatchObject({
      ok: true,
      operator: { party_id: "ONE", ocpi_version: "2.1.1", roles: [{ role: "CPO" }] },
    });
    const posted = calls.at(-1)!;
    expect(posted.header).toBe("Token token-a");
    expect(posted.body).toEqual({
      token: expect.any(String) as string,
      url: "https://voltmarg.example/ocpi/versions",
      country_code: "IN",
      party_id: "VMG",
      business_details: { name: "Voltmarg" },
    });
  });

  test.each<[string, Answer, string]>([
    ["HTTP 401", { status: 401 }, "REFUSED"],
    ["HTTP 500", { status: 500 }, "REFUSED"],
    ["OCPI 3001", ocpi(null, 3001), "REFUSED"],
    ["nothing", new OutboundError("timeout"), "UNREACHABLE"],
    ["no connection", new OutboundError("no host", { sent: false }), "UNREACHABLE"],
    ["no OCPI", { body: "<html>" }, "UNREACHABLE"],
    ["credentials of another kind", credentials("EMSP"), "ROLE"],
  ])("that is answered with %s is not finished, and can be repeated", async (_, answer, reason) => {
    await put();
    answers["/credentials"] = answer;
    const result = await resumeRegistration(deps, "opr_1");
    expect(result).toMatchObject({ ok: false, reason });
    const row = await stored();
    expect([row.registered_at, row.their_token, row.our_token_hash]).toEqual([null, null, null]);
    // The partner may call with it.
    expect(row.pending_token_hash).toBe(tokenHash(calls[2]!.body!.token!));
    answers = {};
    expect(await resumeRegistration(deps, "opr_1")).toMatchObject({ ok: true });
  });

  test("posts nothing where the partner's versions cannot be read", async () => {
    await put();
    answers["/2.2.1"] = { status: 500 };
    expect(await resumeRegistration(deps, "opr_1")).toMatchObject({ reason: "UNREACHABLE" });
    expect(calls.map(({ method }) => method)).not.toContain("POST");
    expect((await stored()).pending_token_hash).toBeNull();
  });

  test.each([
    ["has no address", { versions_url: null }, false],
    ["gave no token", { their_introduction: null }, false],
    ["is registered", registered, true],
  ])("is not begun with a partner that %s", async (_what, more, ok) => {
    await put(more);
    expect((await resumeRegistration(deps, "opr_1")).ok).toBe(ok);
    expect((await resumeRegistration(deps, "opr_nobody")).ok).toBe(false);
    expect(calls).toEqual([]);
  });
});

describe("[L-10] new tokens for both", () => {
  test("are sent with the present one, and valid when it is answered", async () => {
    await put(registered);
    expect(await rotate(deps, "opr_1")).toMatchObject({ ok: true });
    expect(paths()).toEqual([
      "GET /versions token-c",
      "GET /2.2.1 token-c",
      "PUT /credentials token-c",
    ]);
    expect(await stored()).toMatchObject({
      our_token_hash: tokenHash(calls[2]!.body!.token!),
      pending_token_hash: null,
      their_token: "sealed token-c-new",
      rotating_since: null,
    });
  });

  // Certain: the partner has not stored the new token, so it is forgotten.
  test.each<[string, Answer, string, boolean]>([
    ["HTTP 400", { status: 400 }, "REFUSED", true],
    ["HTTP 499", { status: 499 }, "REFUSED", true],
    ["HTTP 500", { status: 500 }, "UNREACHABLE", false],
    ["OCPI 3001", ocpi(null, 3001), "REFUSED", true],
    ["no connection", new OutboundError("no host", { sent: false }), "UNREACHABLE", true],
    ["nothing", new OutboundError("timeout"), "UNREACHABLE", false],
    ["no OCPI", { body: "<html>" }, "UNREACHABLE", false],
    ["credentials of another kind", credentials("EMSP"), "ROLE", false],
  ])("answered with %s", async (_what, answer, reason, isCertain) => {
    await put(registered);
    answers["/credentials"] = answer;
    expect(await rotate(deps, "opr_1")).toMatchObject({ ok: false, reason });
    const row = await stored();
    expect([row.our_token_hash, row.their_token]).toEqual([
      registered.our_token_hash,
      registered.their_token,
    ]);
    expect([row.rotating_since, row.pending_token_hash]).toEqual(
      isCertain ? [null, null] : [START, tokenHash(calls[2]!.body!.token!)],
    );
  });

  test("are not sent where the partner's versions cannot be read", async () => {
    await put(registered);
    answers["/versions"] = { status: 500 };
    expect(await rotate(deps, "opr_1")).toMatchObject({ reason: "UNREACHABLE" });
    expect(await stored()).toMatchObject({ pending_token_hash: null, rotating_since: null });
    expect(calls.map(({ method }) => method)).not.toContain("PUT");
  });

  test.each([
    ["has no token", { ...registered, their_token: null }],
    ["is not registered", { ...registered, registered_at: null }],
    ["has no address", { ...registered, versions_url: null }],
  ])("are not made for a partner that %s", async (_what, more) => {
    await put(more);
    expect(await rotate(deps, "opr_1")).toMatchObject({ ok: false, reason: "REFUSED" });
    expect(await rotate(deps, "opr_nobody")).toMatchObject({ ok: false });
    expect(calls).toEqual([]);
  });
});
