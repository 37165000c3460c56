import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { accounts, charging, type files, stations, wallet } from "@voltmarg/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf } from "./address.ts";
import { createClient, type Client } from "./client.ts";
import { endpoint } from "./endpoint.ts";
import { readEvents, type StreamEvent } from "./event-stream.ts";
import { Refusal } from "./refusal.ts";

let answer: (response: ServerResponse) => void;
let seen: Pick<IncomingMessage, "method" | "url" | "headers"> & { body: string };
let client: Client;

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    const { method, url, headers } = request;
    seen = { method, url, headers, body };
    answer(response);
  });
});
const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse) =>
    void response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify(value));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ url: `http://127.0.0.1:${port}`, fetch });
});
beforeEach(() => {
  answer = json({});
});
afterAll(() => void server.close());

const refusalOf = (call: Promise<unknown>): Promise<Refusal> =>
  call.then(
    () => Promise.reject(new Error("not refused")),
    (error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)),
  );
const watching = { token: "t", params: { id: "a/b" } };

test("an address has its parameters encoded and leaves out of the query what is not given", () => {
  const input = {
    params: { id: "a/b ü" },
    query: { page: 0, text: "x&y", from: null, to: undefined },
  };
  expect(addressOf("/things/:id", input)).toBe("/things/a%2Fb%20%C3%BC?page=0&text=x%26y");
  expect(addressOf("/things", {})).toBe("/things");
  expect(() => addressOf("/things/:id", { params: {} })).toThrow("parameter id is missing");
});

test("a call sends method, token, headers and body", async () => {
  const missing = { code: "TARIFF_NOT_FOUND", message: "No price." };
  answer = json(missing, 404);
  await refusalOf(
    client.call(charging.startSession, {
      token: "t",
      headers: { "idempotency-key": "12345678" },
      body: { location_id: "l", evse_uid: "e", connector_id: "1" },
      send: { "accept-language": "hi" },
    }),
  );
  expect(seen).toMatchObject({
    method: "POST",
    url: "/api/ocpi/v1/commands/START_SESSION",
    headers: {
      authorization: "Bearer t",
      "content-type": "application/json",
      "idempotency-key": "12345678",
      "accept-language": "hi",
    },
    body: '{"location_id":"l","evse_uid":"e","connector_id":"1"}',
  });
});

test("an answer is checked if the route has its schema", async () => {
  answer = json({ data: { id: 7 } });
  await expect(client.call(accounts.getUser, watching)).rejects.toThrow("invalid_type");
  const unchecked = endpoint<typeof accounts.getUser>("GET", "/api/user/v1/users/:id");
  expect(await client.call(unchecked, watching)).toEqual({ data: { id: 7 } });
  expect(seen.url).toBe("/api/user/v1/users/a%2Fb");
});

test("a problem document becomes a refusal", async () => {
  const problem = { code: "INSUFFICIENT_BALANCE", message: "Add money.", missing_minor: 500 };
  answer = json(problem, 402);
  const refusal = await refusalOf(client.call(accounts.getUser, watching));
  expect(refusal).toMatchObject({ status: 402, code: "INSUFFICIENT_BALANCE", problem });
  expect(refusal.sentence).toBe("Add money.");
  expect(refusal.message).toBe("GET /api/user/v1/users/a%2Fb: 402 INSUFFICIENT_BALANCE Add money.");
});

test.each([
  [401, "UNAUTHENTICATED"],
  [404, "INTERNAL"],
  [500, "INTERNAL"],
  [502, "UNAVAILABLE"],
  [503, "UNAVAILABLE"],
  [504, "UNAVAILABLE"],
] as const)(
  "the page of a proxy, %i, counts as %s and has no sentence of the service's",
  async (status, code) => {
    for (const text of ["<html>gone</html>", "null", '{"message":"no route"}']) {
      answer = (response) => void response.writeHead(status).end(text);
      const { problem } = await refusalOf(client.call(accounts.getUser, watching));
      expect(problem).toEqual({ code, detail: text });
    }
  },
);

test("a refusal without a message is described by its method, path, status, code and detail", async () => {
  answer = json({ code: "NOT_FOUND", detail: "no such user" }, 404);
  const described = "GET /api/user/v1/users/a%2Fb: 404 NOT_FOUND no such user";
  const refusal = await refusalOf(client.call(accounts.getUser, watching));
  expect([refusal.message, refusal.sentence]).toEqual([described, described]);
  answer = json({ code: "NOT_FOUND" }, 404);
  const bare = await refusalOf(client.call(accounts.getUser, watching));
  expect(bare.sentence).toBe("GET /api/user/v1/users/a%2Fb: 404 NOT_FOUND");
});

test("of a proxy's page the first 200 characters are kept", async () => {
  answer = (response) => void response.writeHead(502).end("x".repeat(201));
  const { problem } = await refusalOf(client.call(accounts.getUser, watching));
  expect(problem.detail).toBe("x".repeat(200));
});

test("a call without token and body says neither who asks nor what is sent", async () => {
  const getUser = endpoint<typeof accounts.getUser>("GET", "/api/user/v1/users/:id");
  await client.call(getUser, { params: { id: "u" } });
  expect(seen.headers).not.toHaveProperty("authorization");
  expect(seen.headers).not.toHaveProperty("content-type");
  expect(seen.body).toBe("");
});

test("a file is sent as a form, whose type the sender of the form names", async () => {
  const upload = endpoint<typeof files.uploadFile>("POST", "/api/cms/v1/files/upload");
  const form = new FormData();
  form.append("file", new Blob(["picture"]), "a.png");
  const query = { category: "CUSTOMER", category_resource_id: "u", type: "image/png" } as const;
  await client.call(upload, { token: "t", query, form });
  expect(seen.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(seen.body).toContain("picture");
});

test("a call that is stopped is not waited for", async () => {
  const stopped = AbortSignal.abort(new Error("left the screen"));
  await expect(client.call(accounts.getUser, { ...watching, signal: stopped })).rejects.toThrow(
    "left the screen",
  );
});

test("a document is opened and read by the caller", async () => {
  answer = (response) => void response.writeHead(200, { "content-type": "text/csv" }).end("a,b");
  const opened = await client.open(wallet.listMovements, {
    params: { userId: "u" },
    send: { accept: "text/csv" },
  });
  expect(await opened.text()).toBe("a,b");
  expect(seen.headers.accept).toBe("text/csv");
});

test("[S-2] the live stream is opened like any route", async () => {
  answer = (response) => void response.writeHead(200).end("event: ready\nid: 3\ndata: {}\n\n");
  const { body } = await client.open(charging.liveSessions, { token: "t" });
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body!)) events.push(event);
  expect(events).toEqual([{ event: "ready", id: "3", data: "{}" }]);
});

test("input that a route does not accept does not compile", () => {
  const never = async () => {
    // @ts-expect-error A parameter of the path is needed.
    await client.call(accounts.getUser, {});
    // @ts-expect-error The body is needed.
    await client.call(charging.stopSession, {});
    // @ts-expect-error This route has no such query.
    await client.call(stations.listPins, { query: { nonsense: 1 } });
    // @ts-expect-error Not the contract's path.
    endpoint<typeof accounts.getUser>("GET", "/api/user/v1/user/:id");
  };
  expect(never).toBeTypeOf("function");
});
