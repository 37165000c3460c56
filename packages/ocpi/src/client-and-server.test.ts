import { describe, expect, test } from "vitest";
import { clientOf, cpo, emsp, endpointsOf, serverOf, wireTo } from "../test/loopback.ts";
import { cdr, evse, location, session, tariff, token } from "../test/objects.ts";
import {
  type Cdr,
  type CommandResult,
  created,
  type Credentials,
  done,
  type EmspHandlers,
  type CpoHandlers,
  invalid,
  missing,
  type Party,
  type Peer,
  refuse,
  statusCodes,
} from "./index.ts";

const credentials = (secret: string, party: Party, role: string): Credentials => ({
  token: secret,
  url: "https://peer.example/ocpi/versions",
  roles: [{ role, business_details: { name: "Voltmarg" }, ...party }],
});

/** An eMSP that records what it receives. */
function emspEnd(peer: Peer = { registered: true, parties: [cpo] }) {
  const heard: unknown[] = [];
  const kept = new Map<string, Cdr>();
  const hear = (...what: unknown[]) => {
    heard.push(what);
    return done();
  };
  const handlers: EmspHandlers<Peer> = {
    credentials: {
      get: () => done(credentials("token-c", emsp, "EMSP")),
      post: () => done(credentials("token-c", emsp, "EMSP")),
      put: () => done(credentials("token-d", emsp, "EMSP")),
      delete: () => hear("unregistered"),
    },
    locations: {
      getLocation: (_, __, id) => (id === "L-1" ? done(location) : missing("unknown location")),
      putLocation: (_, owner, value) => (hear("location", owner, value.id), created()),
      putEvse: (_, owner, id, value) => hear("evse", owner, id, value.uid),
      putConnector: (_, owner, id, uid, value) => hear("connector", owner, id, uid, value.id),
      patchLocation: (_, owner, id, patch) => hear("patch location", owner, id, patch),
      patchEvse: (_, owner, id, uid, patch) => hear("patch evse", owner, id, uid, patch),
      patchConnector: (_, owner, id, uid, cid, patch) =>
        hear("patch connector", owner, id, uid, cid, patch),
    },
    tariffs: {
      put: (_, __, value) => hear("tariff", value),
      delete: (_, __, id) => hear("no tariff", id),
    },
    sessions: {
      get: () => missing("unknown session"),
      put: (_, __, value) => hear("session", value),
      patch: (_, __, id, patch) => hear("patch session", id, patch),
    },
    cdrs: {
      post: (_, value) => {
        const before = kept.get(value.id);
        if (before && before.total_energy !== value.total_energy)
          return invalid("another record has this id");
        kept.set(value.id, value);
        return before ? done({ id: value.id }) : created({ id: value.id });
      },
      get: (_, id) => (kept.has(id) ? done(kept.get(id)) : missing("unknown charge record")),
    },
    tokens: {
      list: (_, page) => ({ items: [token].slice(page.offset), total: 1 }),
      authorize: (_, uid, __, place) => {
        if (uid !== token.uid) return missing("unknown token", statusCodes.unknownToken);
        if (!place) return refuse(statusCodes.notEnoughInformation, "where?");
        return done({ allowed: "NO_CREDIT", token, location: place });
      },
    },
    commandResult: (_, kind, id, result) => hear("result", kind, id, result.result),
  };
  const server = serverOf<Peer>({
    role: "EMSP",
    handlers,
    authenticate: (secret) => (secret === "token-c" ? peer : null),
  });
  return { ...wireTo(server), server, heard };
}

function cpoEnd(handlers: Partial<CpoHandlers<Peer>> = {}) {
  const server = serverOf<Peer>({
    role: "CPO",
    maxLimit: 3,
    handlers: {
      credentials: {
        get: () => done(credentials("c", cpo, "CPO")),
        post: () => refuse(3001, "cannot reach you"),
        put: () => done(credentials("c", cpo, "CPO")),
        delete: () => done(),
      },
      ...handlers,
    },
    authenticate: (secret) => (secret === "token-c" ? { registered: true, parties: [emsp] } : null),
  });
  return wireTo(server);
}

const cpoClient = (wire: ReturnType<typeof wireTo>) =>
  clientOf(wire.transport, { endpoints: endpointsOf("cpo"), from: emsp, to: cpo });

describe("versions and registration", () => {
  test("versions lead to details lead to credentials, without routing headers", async () => {
    const wire = emspEnd({ registered: false, parties: [] });
    const stranger = clientOf(wire.transport, { endpoints: [] });
    const versions = await stranger.getVersions("https://peer.example/ocpi/versions");
    expect(versions).toMatchObject({
      ok: true,
      data: [
        { version: "2.2.1", url: "https://peer.example/ocpi/2.2.1" },
        { version: "2.3.0", url: "https://peer.example/ocpi/2.3.0" },
      ],
    });
    const details = await stranger.getVersionDetails("https://peer.example/ocpi/2.2.1");
    expect(details.ok && details.data.endpoints).toContainEqual({
      identifier: "commands",
      role: "SENDER",
      url: "https://peer.example/ocpi/emsp/2.2.1/commands",
    });
    const client = clientOf(wire.transport, {
      endpoints: details.ok ? details.data.endpoints : [],
    });
    expect(await client.postCredentials(credentials("token-b", cpo, "CPO"))).toMatchObject({
      ok: true,
      data: { token: "token-c" },
    });
    for (const request of wire.sent) {
      expect(Object.keys(request.headers).filter((name) => name.startsWith("ocpi-"))).toEqual([]);
    }
  });
  test("POST when registered is 405, PUT and DELETE when not registered too", async () => {
    const registered = clientOf(emspEnd().transport);
    expect(await registered.postCredentials(credentials("b", cpo, "CPO"))).toMatchObject({
      reason: "http",
      status: 405,
    });
    expect(await registered.putCredentials(credentials("b", cpo, "CPO"))).toMatchObject({
      ok: true,
      data: { token: "token-d" },
    });
    const fresh = clientOf(emspEnd({ registered: false, parties: [] }).transport);
    expect(await fresh.putCredentials(credentials("b", cpo, "CPO"))).toMatchObject({ status: 405 });
    expect(await fresh.deleteCredentials()).toMatchObject({ status: 405 });
    expect(await fresh.getCredentials()).toMatchObject({ ok: true });
  });
  test("a registration token opens nothing else (401), an unknown token nothing at all", async () => {
    const fresh = clientOf(emspEnd({ registered: false, parties: [] }).transport);
    expect(await fresh.putTariff(tariff)).toMatchObject({ reason: "http", status: 401 });
    const unknown = clientOf(emspEnd().transport, { token: "guess" });
    expect(await unknown.getCredentials()).toMatchObject({ status: 401 });
    expect(await unknown.getVersions("https://peer.example/ocpi/versions")).toMatchObject({
      status: 401,
    });
  });
  test("a peer that sends its token raw is recognised as well", async () => {
    const raw = clientOf(emspEnd().transport, { tokenEncoding: "raw" });
    expect(await raw.putTariff(tariff)).toMatchObject({ ok: true });
  });
  test("a failed call back is 3001 inside HTTP 200", async () => {
    const wire = wireTo(
      serverOf<Peer>({
        role: "CPO",
        authenticate: () => ({ registered: false, parties: [] }),
        handlers: {
          credentials: {
            get: () => done(),
            post: () => refuse(statusCodes.unableToUseClientApi, "no answer"),
            put: () => done(),
            delete: () => done(),
          },
        },
      }),
    );
    expect(await cpoClient(wire).postCredentials(credentials("b", emsp, "EMSP"))).toMatchObject({
      reason: "ocpi",
      status: 200,
      status_code: 3001,
    });
  });
});

describe("headers", () => {
  test("ids are unique per request, echoed, and the answer is routed back", async () => {
    const { server } = emspEnd();
    const answer = await server.handle({
      method: "PUT",
      path: "/ocpi/emsp/2.2.1/tariffs/IN/CPX/T-1",
      query: new URLSearchParams(),
      headers: {
        authorization: "Token dG9rZW4tYw==",
        "X-Request-ID": "r-1",
        "X-Correlation-ID": "c-1",
        "OCPI-from-country-code": "IN",
        "OCPI-from-party-id": "CPX",
        "OCPI-to-country-code": "IN",
        "OCPI-to-party-id": "VMT",
      },
      body: JSON.stringify(tariff),
    });
    expect(answer.headers).toMatchObject({
      "x-request-id": "r-1",
      "x-correlation-id": "c-1",
      "ocpi-from-party-id": "VMT",
      "ocpi-to-party-id": "CPX",
      "content-type": "application/json",
    });
  });
  test("two calls of one workflow share the correlation id only", async () => {
    const wire = emspEnd();
    const client = clientOf(wire.transport);
    await client.putTariff(tariff, { correlationId: "one" });
    await client.putTariff(tariff, { correlationId: "one" });
    const [first, second] = wire.sent.map(({ headers }) => headers);
    expect(first!["x-correlation-id"]).toBe("one");
    expect(second!["x-correlation-id"]).toBe("one");
    expect(first!["x-request-id"]).not.toBe(second!["x-request-id"]);
    expect(first).toMatchObject({
      "ocpi-from-party-id": "CPX",
      "ocpi-to-party-id": "VMT",
      "content-type": "application/json",
    });
  });
});

describe("pushes to the eMSP", () => {
  test("locations, EVSEs and connectors by length of the address", async () => {
    const wire = emspEnd();
    const client = clientOf(wire.transport);
    expect(await client.putLocation(location)).toMatchObject({ ok: true, status: 201 });
    expect(await client.putEvse("L-1", evse)).toMatchObject({ ok: true, status: 200 });
    await client.putConnector("L-1", "E-1", evse.connectors[0]!);
    await client.patchEvse("L-1", "E-1", {
      status: "CHARGING",
      last_updated: "2026-03-01T10:05:00Z",
    });
    expect(wire.heard).toEqual([
      ["location", cpo, "L-1"],
      ["evse", cpo, "L-1", "E-1"],
      ["connector", cpo, "L-1", "E-1", "1"],
      [
        "patch evse",
        cpo,
        "L-1",
        "E-1",
        { status: "CHARGING", last_updated: "2026-03-01T10:05:00Z" },
      ],
    ]);
  });
  test("ids with a slash, a blank or other scripts are encoded in the address", async () => {
    const wire = emspEnd();
    await clientOf(wire.transport).putTariff({ ...tariff, id: "T/1 ?" });
    expect(wire.heard).toMatchObject([["tariff", { id: "T/1 ?" }]]);
  });
  test("the address may differ from the body in case only (otherwise 2001)", async () => {
    const { server } = emspEnd();
    const put = (path: string, body: unknown) =>
      server.handle({
        method: "PUT",
        path,
        query: new URLSearchParams(),
        headers: { authorization: "Token token-c" },
        body: JSON.stringify(body),
      });
    const same = await put("/ocpi/emsp/2.2.1/tariffs/in/cpx/t-1", tariff);
    expect(JSON.parse(same.body).status_code).toBe(1000);
    const other = await put("/ocpi/emsp/2.2.1/tariffs/IN/CPX/T-2", tariff);
    expect([other.status, JSON.parse(other.body).status_code]).toEqual([200, 2001]);
    const otherParty = await put("/ocpi/emsp/2.2.1/tariffs/IN/CPX/T-1", {
      ...tariff,
      party_id: "ABC",
    });
    expect(JSON.parse(otherParty.body).status_code).toBe(2001);
  });
  test("a peer writes under its own country and party only", async () => {
    const wire = emspEnd();
    const stranger = clientOf(wire.transport, { from: { country_code: "IN", party_id: "ZZZ" } });
    const party_id = "ZZZ";
    expect(await stranger.putLocation({ ...location, party_id })).toMatchObject({ status: 404 });
    expect(
      await stranger.patchSession("S-1", { kwh: 1, last_updated: session.last_updated }),
    ).toMatchObject({
      status: 404,
    });
    expect(await stranger.postCdr({ ...cdr, party_id })).toMatchObject({
      reason: "ocpi",
      status_code: 2001,
    });
    expect(wire.heard).toEqual([]);
  });
  test("a body that is not JSON is HTTP 400, one that is not OCPI is 2001 inside HTTP 200", async () => {
    const { server } = emspEnd();
    const post = async (body: string) => {
      const answer = await server.handle({
        method: "POST",
        path: "/ocpi/emsp/2.2.1/cdrs",
        query: new URLSearchParams(),
        headers: { authorization: "Token token-c" },
        body,
      });
      return [answer.status, JSON.parse(answer.body).status_code];
    };
    expect(await post('{"id":')).toEqual([400, 2000]);
    expect(await post("")).toEqual([200, 2001]);
    expect(await post("{}")).toEqual([200, 2001]);
    expect(await post("[]")).toEqual([200, 2001]);
  });
  test("a failed patch makes the client send a GET: a missing session is 404", async () => {
    expect(await clientOf(emspEnd().transport).getSession("S-9")).toMatchObject({
      reason: "http",
      status: 404,
    });
  });
  test("a CDR answers with its address; a replay with the same, another body under the id with 2001", async () => {
    const client = clientOf(emspEnd().transport);
    const first = await client.postCdr(cdr);
    expect(first).toMatchObject({
      ok: true,
      status: 201,
      data: { location: "https://peer.example/ocpi/emsp/2.2.1/cdrs/C-1" },
    });
    const again = await client.postCdr(cdr);
    expect(again).toMatchObject({ ok: true, status: 200, data: first.ok ? first.data : {} });
    expect(await client.postCdr({ ...cdr, total_energy: 21 })).toMatchObject({
      reason: "ocpi",
      status_code: 2001,
    });
    const kept = await client.getCdrAt(first.ok ? first.data.location! : "");
    expect(kept).toMatchObject({ ok: true, data: cdr });
  });
  test("real-time authorisation: 404 with 2004, 2002 without a location, NO_CREDIT from the wallet", async () => {
    const client = clientOf(emspEnd().transport);
    expect(await client.authorizeToken("nobody")).toMatchObject({
      reason: "http",
      status: 404,
      status_code: 2004,
    });
    expect(await client.authorizeToken(token.uid, "APP_USER")).toMatchObject({
      reason: "ocpi",
      status_code: 2002,
    });
    expect(
      await client.authorizeToken(token.uid, "APP_USER", { location_id: "L-1" }),
    ).toMatchObject({
      ok: true,
      data: { allowed: "NO_CREDIT" },
    });
  });
  test("a command result goes to the given address, with a known kind", async () => {
    const wire = emspEnd();
    const client = clientOf(wire.transport);
    const area = "https://peer.example/ocpi/emsp/2.2.1/commands";
    const result: CommandResult = { result: "ACCEPTED" };
    expect(await client.postCommandResult(`${area}/START_SESSION/abc`, result)).toMatchObject({
      ok: true,
    });
    expect(await client.postCommandResult(`${area}/DANCE/abc`, result)).toMatchObject({
      status: 404,
    });
    expect(wire.heard).toEqual([["result", "START_SESSION", "abc", "ACCEPTED"]]);
  });
  test("an exception in a handler becomes 3000 without detail", async () => {
    const errors: unknown[] = [];
    const server = serverOf<Peer>({
      role: "EMSP",
      authenticate: () => ({ registered: true, parties: [cpo] }),
      onError: (error) => errors.push(error),
      handlers: {
        credentials: {
          get: () => {
            throw new Error("password is hunter2");
          },
          post: () => done(),
          put: () => done(),
          delete: () => done(),
        },
      },
    });
    const answer = await clientOf(wireTo(server).transport).getCredentials();
    expect(answer).toMatchObject({ reason: "ocpi", status: 200, status_code: 3000 });
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    expect(errors).toHaveLength(1);
  });
  test("wrong addresses and methods", async () => {
    const { server } = emspEnd();
    const call = async (method: string, path: string) => {
      const { status, headers } = await server.handle({
        method,
        path,
        query: new URLSearchParams(),
        headers: { authorization: "Token token-c" },
        body: "",
      });
      return [status, headers.allow];
    };
    expect(await call("GET", "/ocpi/emsp/2.2.1/horoscopes")).toEqual([404, undefined]);
    expect(await call("GET", "/ocpi/emsp/2.2.1/tariffs/%E0%A4%A")).toEqual([404, undefined]);
    expect(await call("DELETE", "/ocpi/emsp/2.2.1/cdrs/C-1")).toEqual([405, "GET"]);
    expect(await call("PATCH", "/ocpi/emsp/2.2.1/tariffs/IN/CPX/T-1")).toEqual([
      405,
      "PUT, DELETE",
    ]);
    expect(await call("POST", "/ocpi/versions")).toEqual([405, "GET"]);
  });
});

describe("calls to the CPO", () => {
  const locations = Array.from({ length: 8 }, (_, index) => ({ ...location, id: `L-${index}` }));
  const listing = () =>
    cpoEnd({
      locations: {
        list: (_, { offset, limit }) => ({
          items: locations.slice(offset, offset + limit),
          total: locations.length,
        }),
        getLocation: (_, id) => (id === "L-3" ? done(locations[3]) : missing("unknown location")),
      },
      sessions: {
        list: (_, { date_from }) => ({
          items: date_from === "2026-03-01T00:00:00Z" ? [session] : [],
          total: 1,
        }),
      },
    });

  test("a list is crawled page by page, keeping filters in the link", async () => {
    const wire = listing();
    const seen: string[] = [];
    for await (const page of cpoClient(wire).getLocations({
      date_from: "2026-01-01T00:00:00Z",
      limit: 50,
    })) {
      if (!page.ok) throw new Error(page.message);
      expect(page.data.total).toBe(8);
      expect(page.headers["x-limit"]).toBe("3");
      seen.push(...page.data.items.map(({ id }) => id));
    }
    expect(seen).toEqual(locations.map(({ id }) => id));
    expect(wire.sent).toHaveLength(3);
    expect(new URL(wire.sent[2]!.url).searchParams.get("date_from")).toBe("2026-01-01T00:00:00Z");
  });
  test("one location is asked for by id, a missing one is 404", async () => {
    const client = cpoClient(listing());
    expect(await client.getLocation("L-3")).toMatchObject({ ok: true, data: { id: "L-3" } });
    expect(await client.getLocation("L-99")).toMatchObject({ reason: "http", status: 404 });
  });
  test("sessions need date_from", async () => {
    const wire = listing();
    for await (const page of cpoClient(wire).getSessions({ date_from: "2026-03-01T00:00:00Z" })) {
      expect(page).toMatchObject({ ok: true, data: { items: [{ id: "S-1" }] } });
    }
    for await (const page of cpoClient(wire).getSessions({} as { date_from: string })) {
      expect(page).toMatchObject({ reason: "ocpi", status_code: 2001 });
    }
    for await (const page of cpoClient(wire).getSessions({ date_from: "yesterday" })) {
      expect(page).toMatchObject({ reason: "ocpi", status_code: 2001 });
    }
  });
  test("a module the peer does not offer is 3003, without a call", async () => {
    const wire = listing();
    const client = clientOf(wire.transport, { endpoints: [] });
    expect(await client.getLocation("L-3")).toMatchObject({ reason: "ocpi", status_code: 3003 });
    for await (const page of client.getCdrs()) expect(page).toMatchObject({ status_code: 3003 });
    expect(wire.sent).toEqual([]);
  });
  test("tokens are sent with their type", async () => {
    const seen: unknown[] = [];
    const wire = cpoEnd({
      tokens: {
        put: (_, owner, value) => (seen.push([owner, value.uid, value.type]), created()),
        patch: (_, owner, uid, type, patch) => (seen.push([owner, uid, type, patch.valid]), done()),
      },
    });
    const client = cpoClient(wire);
    expect(await client.putToken(token)).toMatchObject({ ok: true, status: 201 });
    await client.patchToken(token.uid, "APP_USER", {
      valid: false,
      last_updated: token.last_updated,
    });
    expect(seen).toEqual([
      [emsp, "driver-7", "APP_USER"],
      [emsp, "driver-7", "APP_USER", false],
    ]);
  });
  test("commands: start and stop are supported, the others are NOT_SUPPORTED", async () => {
    const seen: unknown[] = [];
    const wire = cpoEnd({
      command: (_, command) => {
        seen.push(command.kind);
        return done({
          result: command.kind === "START_SESSION" ? "ACCEPTED" : "UNKNOWN_SESSION",
          timeout: 30,
        });
      },
    });
    const client = cpoClient(wire);
    const response_url = "https://voltmarg.example/ocpi/emsp/2.2.1/commands/START_SESSION/x";
    expect(
      await client.startSession({
        response_url,
        token,
        location_id: "L-1",
        evse_uid: "E-1",
        connector_id: "1",
        authorization_reference: "attempt-1",
      }),
    ).toMatchObject({
      ok: true,
      data: { result: "ACCEPTED", timeout: 30 },
    });
    expect(await client.stopSession({ response_url, session_id: "S-1" })).toMatchObject({
      data: { result: "UNKNOWN_SESSION" },
    });
    expect(seen).toEqual(["START_SESSION", "STOP_SESSION"]);
    expect(wire.sent[0]!.url).toBe("https://peer.example/ocpi/cpo/2.2.1/commands/START_SESSION");
    const unlock = await wire.transport({
      method: "POST",
      url: "https://peer.example/ocpi/cpo/2.2.1/commands/UNLOCK_CONNECTOR",
      module: "commands",
      segments: ["UNLOCK_CONNECTOR"],
      headers: { authorization: "Token token-c" },
      body: "{}",
    });
    expect(JSON.parse(unlock.body).data.result).toBe("NOT_SUPPORTED");
    expect(seen).toHaveLength(2);
  });
});
