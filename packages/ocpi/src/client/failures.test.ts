import { describe, expect, test } from "vitest";
import { clientOf, cpo, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { cdr, location, tariff, token } from "../../test/objects.ts";
import { createOcpiClient, type Exchange, Unsent } from "../index.ts";

const asEmsp = (
  transport: Parameters<typeof clientOf>[0],
  options: Parameters<typeof clientOf>[1] = {},
) => clientOf(transport, { endpoints: endpointsOf("cpo"), ...options });
const versions = "https://peer.example/ocpi/versions";

describe("the result of a call", () => {
  const refused = (status_message?: string) =>
    JSON.stringify({ status_code: 2003, status_message, timestamp: "2026-01-01T00:00:00Z" });

  test.each([
    [{ status: 199 }, { reason: "http", status: 199, message: "HTTP 199" }],
    [{ status: 300 }, { reason: "http", status: 300, message: "HTTP 300" }],
    [
      { status: 302, headers: { location: "https://elsewhere.example/" } },
      { reason: "http", status: 302, message: "HTTP 302" },
    ],
    [
      { status: 404, body: refused("no such location") },
      { reason: "http", status: 404, status_code: 2003, message: "no such location" },
    ],
    [
      { status: 404, body: refused() },
      { reason: "http", status: 404, status_code: 2003, message: "HTTP 404" },
    ],
    [
      { body: refused("no such location") },
      { reason: "ocpi", status: 200, status_code: 2003, message: "no such location" },
    ],
    [
      { body: refused() },
      { reason: "ocpi", status: 200, status_code: 2003, message: "OCPI status 2003" },
    ],
    [
      { body: "hello" },
      { reason: "shape", status: 200, message: "the answer is no OCPI envelope" },
    ],
    [
      { status: 201, body: envelope({ ...location, coordinates: undefined }) },
      { reason: "shape", status: 201, message: "coordinates: object expected" },
    ],
    [new Error("socket hang up"), { reason: "network", message: "socket hang up" }],
    [new Unsent("no such host"), { reason: "unsent", message: "no such host" }],
  ])("%o", async (answer, expected) => {
    const { transport, sent } = scripted(answer);
    expect(await asEmsp(transport).getLocation("L-1")).toEqual({ ok: false, ...expected });
    expect(sent).toHaveLength(1);
  });

  test("any success status is accepted, and a thrown value need not be an error", async () => {
    const { transport } = scripted({ status: 299, body: envelope(location) });
    expect(await asEmsp(transport).getLocation("L-1")).toMatchObject({ ok: true, status: 299 });
    const odd = asEmsp(async () => Promise.reject("gone"));
    expect(await odd.getLocation("L-1")).toEqual({
      ok: false,
      reason: "network",
      message: "gone",
    });
  });

  test("headers are found in any case", async () => {
    const { transport } = scripted({ body: envelope(location), headers: { "X-Any": "1" } });
    expect(await asEmsp(transport).getLocation("L-1")).toMatchObject({ headers: { "x-any": "1" } });
  });
});

describe("versions", () => {
  test.each([
    [{ status: 503 }, { reason: "http", status: 503 }],
    [{ body: envelope({}) }, { reason: "shape", message: "body: array expected" }],
  ])("that fail with %o", async (answer, expected) => {
    const { transport } = scripted(answer);
    expect(await asEmsp(transport).getVersions(versions)).toMatchObject(expected);
  });

  test("invalid details fail, and invalid endpoints are dropped", async () => {
    const failing = scripted({ status: 503 }).transport;
    expect(await asEmsp(failing).getVersionDetails(versions)).toMatchObject({
      ok: false,
      status: 503,
    });
    const [endpoint] = endpointsOf("cpo");
    const odd = scripted({
      body: envelope({ version: "2.2.1", endpoints: [{ identifier: "tariffs" }, endpoint] }),
    }).transport;
    expect(await asEmsp(odd).getVersionDetails(versions)).toMatchObject({
      ok: true,
      data: { version: "2.2.1", endpoints: [endpoint] },
    });
  });

  test("only versions can be called before the modules are known, and without routing headers", async () => {
    const { transport, sent } = scripted({ body: envelope([]) });
    const told: Exchange[] = [];
    const client = createOcpiClient({
      transport,
      token: "token-c",
      from: cpo,
      newId: () => "1",
      onExchange: (exchange) => told.push(exchange),
    });
    expect(await client.getLocation("L-1")).toMatchObject({ status_code: 3003 });
    await client.getVersions(versions);
    await client.getVersionDetails(versions);
    for (const { headers } of sent)
      expect(Object.keys(headers)).toEqual([
        "accept",
        "authorization",
        "x-request-id",
        "x-correlation-id",
      ]);
    expect(told.map(({ path, module, segments }) => [path, module, segments])).toEqual([
      ["/ocpi/versions", null, []],
      ["/ocpi/versions", null, []],
    ]);
  });
});

describe("an endpoint", () => {
  test.each([
    ["https://peer.example/locations", "https://peer.example/locations/L-1"],
    ["https://peer.example/locations///", "https://peer.example/locations/L-1"],
  ])("%s leads to %s", async (url, expected) => {
    const { transport, sent } = scripted({ body: envelope(location) });
    const endpoints = [{ identifier: "locations", role: "SENDER", url }];
    await asEmsp(transport, { endpoints }).getLocation("L-1");
    expect(sent[0]!.url).toBe(expected);
  });
});

describe("a CDR that is sent", () => {
  const posting = (...answers: Parameters<typeof scripted>) => {
    const { transport, sent } = scripted(...answers);
    return { sent, answer: clientOf(transport).postCdr(cdr, { correlationId: "one" }) };
  };

  test("returns its address, if the peer gives it", async () => {
    const { sent, answer } = posting({
      body: envelope(undefined),
      headers: { Location: "https://peer.example/cdrs/7" },
    });
    expect(await answer).toMatchObject({ data: { location: "https://peer.example/cdrs/7" } });
    expect(sent[0]!).toMatchObject({
      method: "POST",
      url: "https://peer.example/ocpi/emsp/2.2.1/cdrs",
      headers: { "x-correlation-id": "one", "ocpi-to-party-id": "VMT" },
    });
    expect(await posting({ body: envelope(undefined) }).answer).toMatchObject({
      ok: true,
      data: { location: null },
    });
  });

  test("fails like any call", async () => {
    expect(await posting(new Error("timeout")).answer).toEqual({
      ok: false,
      reason: "network",
      message: "timeout",
    });
  });
});

describe("every call is reported", () => {
  const telling = async (...answers: Parameters<typeof scripted>) => {
    const told: Exchange[] = [];
    const client = asEmsp(scripted(...answers).transport, {
      onExchange: (exchange) => told.push(exchange),
    });
    await client.putToken(token, { correlationId: "one" });
    return told;
  };

  test("with both bodies, its module and its result", async () => {
    const body = envelope(undefined);
    const told = await telling({ status: 201, body });
    const { milliseconds, requestId } = told[0]!;
    expect(told).toEqual([
      {
        method: "PUT",
        path: "/ocpi/cpo/2.2.1/tokens/IN/VMT/driver-7",
        query: new URLSearchParams({ type: "APP_USER" }),
        module: "tokens",
        segments: ["IN", "VMT", "driver-7"],
        requestId,
        correlationId: "one",
        request: JSON.stringify(token),
        sent: token,
        answer: body,
        status: 201,
        statusCode: 1000,
        failure: null,
        milliseconds,
      },
    ]);
    expect(requestId).toMatch(/^id-/);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(milliseconds).toBeLessThan(20_000);
  });

  test.each([
    [
      { status: 502, body: "<html>" },
      { answer: "<html>", status: 502, statusCode: null, failure: null },
    ],
    [
      new Error("timeout"),
      { answer: null, status: null, statusCode: null, failure: "network: timeout" },
    ],
    [
      new Unsent("no such host"),
      { answer: null, status: null, statusCode: null, failure: "unsent: no such host" },
    ],
  ])("also when it fails: %o", async (answer, expected) => {
    expect(await telling(answer)).toMatchObject([expected]);
  });

  test("also one without a body, or to an invalid address", async () => {
    const told: Exchange[] = [];
    const client = clientOf(scripted(new Unsent("no address")).transport, {
      onExchange: (exchange) => told.push(exchange),
    });
    await client.deleteTariff(tariff.id);
    await client.getCdrAt("nowhere");
    expect(told).toMatchObject([
      { request: "", sent: undefined, path: "/ocpi/emsp/2.2.1/tariffs/IN/CPX/T-1" },
      { method: "GET", path: "", query: new URLSearchParams(), module: null, segments: [] },
    ]);
  });
});
