import { describe, expect, test } from "vitest";
import { ask, cpo, emsp, refusal, serverOf } from "../../test/loopback.ts";
import { location, session, tariff } from "../../test/objects.ts";
import { area, oneTariff, provider } from "../../test/provider.ts";
import { done, type Exchange, type ListRequest, type Peer } from "../index.ts";

const routing = {
  "OCPI-from-country-code": "IN",
  "OCPI-from-party-id": "CPX",
  "OCPI-to-country-code": "IN",
  "OCPI-to-party-id": "VMT",
};
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe("an address", () => {
  test.each([
    ["GET", "/ocpi/versions///", 200, undefined],
    ["GET", "/ocpi/2.2.1//", 200, undefined],
    ["PUT", `${oneTariff}//`, 200, undefined],
    ["POST", "/ocpi/versions", 405, "only GET is offered here"],
    ["PUT", "/ocpi/2.2.1/", 405, "only GET is offered here"],
    ["PATCH", oneTariff, 405, "PATCH is not offered here"],
    ["GET", "/ocpi/2.1.1", 404, "no such address"],
    ["GET", "/ocpi/emsp/2.2.1", 404, "no such address"],
    ["GET", `${area}/horoscopes`, 404, "no such address"],
    ["GET", `${area}/tariffs/IN/CPX/%E0%A4%A`, 404, "no such address"],
    ["GET", `/elsewhere${oneTariff}`, 404, "no such address"],
  ])("%s %s is %i", async (method, path, status, message) => {
    const body = method === "PUT" ? tariff : "";
    const answer = await ask(provider().server, method, path, body);
    expect([answer.status, answer.envelope.status_message]).toEqual([status, message]);
    expect(answer.envelope.status_code).toBe(status === 200 ? 1000 : 2000);
  });

  test("that is known only after listening, without a prefix", async () => {
    let origin = "";
    const { server } = provider({ base: "", origin: () => origin });
    origin = "http://127.0.0.1:9";
    const versions = await ask(server, "GET", "/versions");
    expect(versions.envelope.data).toEqual([
      { version: "2.2.1", url: "http://127.0.0.1:9/2.2.1" },
      { version: "2.3.0", url: "http://127.0.0.1:9/2.3.0" },
    ]);
    const details = await ask(server, "GET", "/2.2.1");
    expect(details.envelope.data).toMatchObject({
      version: "2.2.1",
      endpoints: [{ url: "http://127.0.0.1:9/emsp/2.2.1/credentials" }, {}, {}],
    });
  });
});

describe("a body", () => {
  const authorize = `${area}/tokens/driver-7/authorize`;

  test("that is not JSON is 400, without calling a handler", async () => {
    const { server, contexts } = provider();
    expect(await refusal(server, "PUT", oneTariff, "{")).toEqual([
      400,
      2000,
      "the body is not JSON",
    ]);
    expect(contexts).toEqual([]);
  });

  test("of blanks is empty; one that no route expects is not read", async () => {
    const { server, contexts } = provider();
    for (const [method, path, body] of [
      ["POST", authorize, " \n"],
      ["GET", oneTariff, "{"],
      ["DELETE", oneTariff, "{"],
    ] as const)
      expect((await ask(server, method, path, body)).status, method).toBe(200);
    expect(contexts.map(({ raw }) => raw)).toEqual([undefined, undefined, undefined]);
  });

  test("is passed on as sent, unknown fields included", async () => {
    const { server, contexts } = provider();
    await ask(server, "PUT", oneTariff, { ...tariff, colour: "blue", type: null });
    expect(contexts).toMatchObject([{ raw: { ...tariff, colour: "blue", type: null } }]);
  });
});

describe("the headers of an answer", () => {
  test("echo both ids, or contain new ones", async () => {
    const { server, contexts } = provider();
    await ask(server, "PUT", oneTariff, tariff, {
      "x-request-id": "r-1",
      "x-correlation-id": "c-1",
    });
    expect(contexts).toMatchObject([{ requestId: "r-1", correlationId: "c-1", token: "token-c" }]);
    const { headers } = await ask(server, "PUT", oneTariff, tariff);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-request-id": expect.stringMatching(uuid) as string,
      "x-correlation-id": expect.stringMatching(uuid) as string,
    });
    expect(headers["x-request-id"]).not.toBe(headers["x-correlation-id"]);
    expect(contexts[1]!.requestId).toBe(headers["x-request-id"]);
  });

  test.each([
    [oneTariff, true],
    [`${area}/horoscopes`, true],
    [`${area}/credentials`, false],
    [`${area}/hubclientinfo/IN/CPX`, false],
    ["/ocpi/versions", false],
  ])("of %s lead back to the sender: %s", async (path, routed) => {
    const { headers } = await ask(provider().server, "GET", path, "", routing);
    const found = Object.entries(headers).filter(([name]) => name.startsWith("ocpi-"));
    expect(Object.fromEntries(found)).toEqual(
      routed
        ? {
            "ocpi-from-country-code": "IN",
            "ocpi-from-party-id": "VMT",
            "ocpi-to-country-code": "IN",
            "ocpi-to-party-id": "CPX",
          }
        : {},
    );
  });

  test("are passed to the handler if sent", async () => {
    const { server, contexts } = provider();
    await ask(server, "GET", oneTariff, "", routing);
    await ask(server, "GET", oneTariff, "", { "OCPI-to-party-id": "VMT" });
    expect(contexts[0]).toMatchObject({ from: cpo, to: emsp });
    expect(Object.keys(contexts[1]!).toSorted()).toEqual(
      ["peer", "version", "requestId", "correlationId", "token", "raw"].toSorted(),
    );
  });
});

describe("a list", () => {
  const pages: ListRequest[] = [];
  const listing = (total: number, maxLimit?: number) => {
    pages.length = 0;
    return serverOf<Peer>({
      role: "CPO",
      ...(maxLimit === undefined ? {} : { maxLimit }),
      authenticate: () => ({ registered: true, parties: [emsp] }),
      handlers: {
        credentials: {
          get: () => done(),
          post: () => done(),
          put: () => done(),
          delete: () => done(),
        },
        locations: { list: (_, page) => (pages.push(page), { items: [location], total }) },
        sessions: { list: (_, page) => (pages.push(page), { items: [session], total }) },
      },
    });
  };
  const at = (query: string) => `/ocpi/cpo/2.2.1/locations${query}`;
  const next = (query: string) => `<https://peer.example${at(query)}>; rel="next"`;

  test.each([
    ["", 8, 3, next("?offset=3&limit=3")],
    ["?offset=3", 8, 3, next("?offset=6&limit=3")],
    ["?offset=5&limit=2", 8, 3, next("?offset=7&limit=2")],
    ["?limit=9", 8, 3, next("?limit=3&offset=3")],
    ["?limit=0", 8, 3, next("?limit=1&offset=1")],
    [
      "?date_from=2026-03-01T00:00:00Z&offset=2",
      8,
      3,
      next("?date_from=2026-03-01T00%3A00%3A00Z&offset=5&limit=3"),
    ],
    ["?offset=5", 8, 3, undefined],
    ["?offset=6&limit=2", 8, 3, undefined],
    ["?offset=999999999999999", 8, 3, undefined],
    ["", 100, undefined, undefined],
    ["", 101, undefined, next("?offset=100&limit=100")],
  ])("%s of %i, %s a page", async (query, total, maxLimit, link) => {
    const { status, headers } = await ask(listing(total, maxLimit), "GET", at(query));
    expect(status).toBe(200);
    expect(headers["x-total-count"]).toBe(String(total));
    expect(headers["x-limit"]).toBe(String(maxLimit ?? 100));
    expect(headers["link"]).toBe(link);
  });

  test("passes dates and pages to the handler", async () => {
    await ask(
      listing(8, 50),
      "GET",
      at("?date_from=2026-3-1T05:30%2B05:30&date_to=2026-03-02&offset=0&limit=7"),
    );
    expect(pages).toMatchObject([
      { date_from: "2026-03-01T00:00:00Z", date_to: "2026-03-02T00:00:00Z", offset: 0, limit: 7 },
    ]);
  });

  test.each([
    ["locations?date_from=soon", "date_from is not a date"],
    ["locations?date_to=2026-02-30", "date_to is not a date"],
    ["locations?offset=-1", "offset is not a number"],
    ["locations?offset=1x", "offset is not a number"],
    ["locations?limit=x1", "limit is not a number"],
    ["locations?limit=", "limit is not a number"],
    ["locations?limit=1000000000000000", "limit is not a number"],
    ["sessions", "date_from is required"],
    ["sessions?date_to=2026-03-01", "date_from is required"],
  ])("%s is 2001", async (path, message) => {
    const server = listing(1);
    expect(await refusal(server, "GET", `/ocpi/cpo/2.2.1/${path}`)).toEqual([200, 2001, message]);
    expect(pages).toEqual([]);
  });
});

describe("an exception in a handler", () => {
  test("is 3000 without detail, and reported with the request", async () => {
    const told: unknown[] = [];
    const failing = provider({
      onError: (error, { path }) => told.push([(error as Error).message, path]),
    });
    for (const { server } of [failing, provider()])
      expect(await refusal(server, "GET", `${area}/tokens`)).toEqual([
        200,
        3000,
        "the request could not be processed",
      ]);
    expect(told).toEqual([["the database is asleep", `${area}/tokens`]]);
  });
});

describe("every exchange with a known peer is reported", () => {
  const telling = async (method: string, at: string, body: unknown, headers = {}) => {
    const told: Exchange[] = [];
    const { server } = provider({ onExchange: (_, exchange) => told.push(exchange) });
    const answer = await ask(server, method, at, body, { ...headers, "x-request-id": "r-1" });
    return { told, answer };
  };

  test("with both bodies, its module and its result", async () => {
    const { told, answer } = await telling("PUT", `${oneTariff}/?a=1`, tariff, {
      "x-correlation-id": "c-1",
    });
    const milliseconds = told[0]!.milliseconds;
    expect(told).toEqual([
      {
        method: "PUT",
        path: `${oneTariff}/`,
        query: new URLSearchParams("a=1"),
        module: "tariffs",
        segments: ["IN", "CPX", "T-1"],
        requestId: "r-1",
        correlationId: "c-1",
        request: JSON.stringify(tariff),
        sent: tariff,
        answer: answer.body,
        status: 200,
        statusCode: 1000,
        failure: null,
        milliseconds,
      },
    ]);
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(milliseconds).toBeLessThan(20_000);
  });

  test.each([
    ["GET", "/else", "", { module: null, segments: [], status: 404, statusCode: 2000 }],
    ["PUT", oneTariff, "{", { module: "tariffs", sent: undefined, status: 400, statusCode: 2000 }],
    ["PUT", oneTariff, {}, { sent: {}, status: 200, statusCode: 2001 }],
    [
      "GET",
      `${area}/tokens`,
      "",
      { module: "tokens", segments: [], status: 200, statusCode: 3000 },
    ],
  ])("%s %s %o", async (method, path, body, expected) => {
    expect((await telling(method, path, body)).told).toMatchObject([expected]);
  });

  test("but not one of an unknown caller", async () => {
    const { told } = await telling("GET", oneTariff, "", { authorization: "Token guess" });
    expect(told).toEqual([]);
  });
});
