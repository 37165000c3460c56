import { describe, expect, test } from "vitest";
import { cpo, emsp, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { location } from "../../test/objects.ts";
import { type Found, reading } from "../index.ts";
import { createCaller, type ClientOptions } from "./call.ts";

const url = "https://peer.example/ocpi/cpo/2.2.1/locations/L-1";

function caller(
  answer: Parameters<typeof scripted>[0] = { body: envelope(location) },
  options: Partial<ClientOptions> = {},
) {
  const { transport, sent } = scripted(answer);
  const found: Found[] = [];
  let ids = 0;
  const made = createCaller({
    transport,
    token: "token-c",
    endpoints: endpointsOf("cpo"),
    from: cpo,
    newId: () => `id-${(ids += 1)}`,
    onFindings: (each) => found.push(each),
    ...options,
  });
  return { ...made, sent, found };
}

describe("the request of a call", () => {
  test("has both parties only on functional modules, and the addressed one only if there is one", async () => {
    const headersOf = async (routed: boolean, options: Partial<ClientOptions>) => {
      const { call, sent } = caller(undefined, options);
      await call({ method: "GET", url, routed });
      const names = Object.keys(sent[0]!.headers);
      return names.filter((name) => name.startsWith("ocpi-"));
    };
    const from = ["ocpi-from-country-code", "ocpi-from-party-id"];
    const to = ["ocpi-to-country-code", "ocpi-to-party-id"];
    expect(await headersOf(true, { to: emsp })).toEqual([...from, ...to]);
    expect(await headersOf(true, {})).toEqual(from);
    expect(await headersOf(false, { to: emsp })).toEqual([]);
  });

  test("has two ids of its own, or the given correlation id", async () => {
    const { call, sent } = caller();
    await call({ method: "GET", url, routed: true });
    await call({ method: "GET", url, routed: true, correlationId: "" });
    expect(
      sent.map(({ headers }) => [headers["x-request-id"], headers["x-correlation-id"]]),
    ).toEqual([
      ["id-1", "id-2"],
      ["id-3", ""],
    ]);
  });

  test.each([[null], [0], [false], [""]])("has the body %j", async (body) => {
    const { call, sent } = caller();
    await call({ method: "PUT", url, body, routed: true });
    expect(sent[0]!.body).toBe(JSON.stringify(body));
    expect(sent[0]!.headers["content-type"]).toBe("application/json");
  });

  test("has the token as it is for a peer that does not decode Base64", async () => {
    const { call, sent } = caller(undefined, { tokenEncoding: "raw" });
    await call({ method: "GET", url, routed: true });
    expect(sent[0]!.headers["authorization"]).toBe("Token token-c");
  });
});

describe("the answer of a call", () => {
  const statusOf = async (answer: Parameters<typeof scripted>[0]) => {
    const result = await caller(answer).call({ method: "GET", url, routed: true });
    return result.ok ? "ok" : result.reason;
  };

  test.each([
    [199, "http"],
    [200, "ok"],
    [299, "ok"],
    [300, "http"],
  ])("with HTTP %i is %s", async (status, expected) => {
    expect(await statusOf({ status, body: envelope(location) })).toBe(expected);
  });

  test.each([
    [999, "ocpi"],
    [1000, "ok"],
    [1999, "ok"],
    [2000, "ocpi"],
  ])("with OCPI status %i is %s", async (code, expected) => {
    expect(await statusOf({ body: envelope(location, code) })).toBe(expected);
  });
});

describe("what was not read as sent", () => {
  const { location: schema, credentials } = reading;

  test("is reported with the module and the ids of the address", async () => {
    const { ask, found } = caller({ body: envelope({ ...location, publish: "true" }) });
    expect(await ask(schema, { method: "GET", url, routed: true })).toMatchObject({ ok: true });
    expect(found).toMatchObject([
      { module: "locations", object: "L-1", findings: [{ path: "publish" }] },
    ]);
  });

  test("is reported when the whole answer is refused, with its reason as the result", async () => {
    const { ask, found } = caller({ status: 201, body: envelope({ ...location, id: {} }) });
    expect(await ask(schema, { method: "GET", url, routed: true })).toEqual({
      ok: false,
      reason: "shape",
      status: 201,
      message: "id: string expected",
    });
    expect(found).toMatchObject([{ object: "L-1", findings: [{ outcome: "REFUSED" }] }]);
  });

  test("is not reported when there is nothing of it, nor without an answer", async () => {
    for (const answer of [{ body: envelope(location) }, { status: 500 }]) {
      const { ask, found } = caller(answer);
      await ask(schema, { method: "GET", url, routed: true });
      expect(found).toEqual([]);
    }
  });

  test("is not reported of credentials, which are secret", async () => {
    const at = "https://peer.example/ocpi/cpo/2.2.1/credentials";
    const { ask, found } = caller({ body: envelope({ token: 7 }) });
    const answer = await ask(credentials, { method: "GET", url: at, routed: false });
    expect(answer).toMatchObject({ ok: false, reason: "shape" });
    expect(found).toEqual([]);
  });

  test("is reported without a module when the address belongs to none", async () => {
    const { ask, found } = caller({ body: envelope({ ...location, publish: "true" }) });
    await ask(schema, { method: "GET", url: "https://other.example/x/y", routed: true });
    expect(found).toMatchObject([{ module: "", object: "" }]);
  });

  test("is read after the answer's form was converted, and dated by the given clock", async () => {
    const { ask } = caller(
      { body: envelope("ignored") },
      { now: () => Date.UTC(2026, 2, 2, 6, 0, 0, 5) },
    );
    const { last_updated: _, ...undated } = location;
    const asked = { method: "GET", url, routed: true } as const;
    expect(await ask(schema, asked, () => undated)).toMatchObject({
      data: { last_updated: "2026-03-02T06:00:00.005Z" },
    });
  });
});

test("a push returns no data, whatever the peer answers, and fails like any call", async () => {
  const pushed = { method: "PUT", url, body: {}, routed: true } as const;
  expect(await caller().push(pushed)).toStrictEqual({
    ok: true,
    data: undefined,
    status: 200,
    headers: {},
  });
  expect(await caller({ status: 404, body: "" }).push(pushed)).toEqual({
    ok: false,
    reason: "http",
    status: 404,
    message: "HTTP 404",
  });
});

describe("the address of a module", () => {
  const endpoints = [
    { identifier: "tokens", role: "RECEIVER", url: "https://peer.example/in//" },
    { identifier: "tokens", role: "SENDER", url: "https://peer.example/out" },
  ];
  const { endpoint } = caller(undefined, { endpoints });

  test("is the one of the asked role, with the encoded ids behind it", () => {
    expect(endpoint("tokens", "SENDER")).toEqual({ ok: true, url: "https://peer.example/out" });
    expect(endpoint("tokens", "RECEIVER", "IN", "a/b c")).toEqual({
      ok: true,
      url: "https://peer.example/in/IN/a%2Fb%20c",
    });
    expect(endpoint("tokens", null)).toEqual({ ok: true, url: "https://peer.example/in" });
  });

  test("is missing when the peer offers none of that name and role", () => {
    const none = { ok: false, reason: "ocpi", status_code: 3003 };
    expect(endpoint("cdrs", "SENDER")).toEqual({
      ...none,
      message: "the peer offers no cdrs SENDER endpoint",
    });
    expect(endpoint("cdrs", null)).toEqual({
      ...none,
      message: "the peer offers no cdrs endpoint",
    });
    const one = caller(undefined, { endpoints: endpoints.slice(0, 1) });
    expect(one.endpoint("tokens", "SENDER")).toMatchObject(none);
  });
});
