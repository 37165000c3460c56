import { describe, expect, test } from "vitest";
import { ask, cpo, emsp, listening, refusal, serverOf } from "../../test/loopback.ts";
import { cdr, evse, location, session, tariff, token } from "../../test/objects.ts";
import { created, done, type EmspHandlers, missing, type Peer } from "../index.ts";

type Handlers = EmspHandlers<Peer>;
const area = "/ocpi/emsp/2.2.1";
const last_updated = "2026-03-01T10:05:00Z";
const patch = { last_updated };
const [plug] = evse.connectors;
const hub = { ...cpo, role: "CPO", status: "CONNECTED", last_updated };
const place = { location_id: "L-1" };
const allowed = { allowed: "ALLOWED", token };
const result = { result: "ACCEPTED" };

/** A provider that records its calls; its peer represents two parties. */
function provider(offer: (all: Handlers) => Handlers = (all) => all) {
  const { heard, hear } = listening();
  const handlers: Handlers = {
    credentials: { get: () => done(), post: () => done(), put: () => done(), delete: () => done() },
    locations: {
      getLocation: hear("location", done(location)),
      getEvse: hear("evse", done(evse)),
      getConnector: hear("connector", done(plug)),
      putLocation: hear("put location", created()),
      putEvse: hear("put evse", done()),
      putConnector: hear("put connector", done()),
      patchLocation: hear("patch location", done()),
      patchEvse: hear("patch evse", done()),
      patchConnector: hear("patch connector", done()),
    },
    tariffs: {
      get: hear("tariff", done(tariff)),
      put: hear("put tariff", done()),
      delete: hear("delete tariff", done()),
    },
    sessions: {
      get: hear("session", done(session)),
      put: hear("put session", done()),
      patch: hear("patch session", done()),
    },
    cdrs: {
      post: hear("post cdr", done({ id: "ours/7" })),
      get: hear("cdr", done(cdr)),
    },
    tokens: {
      list: hear("tokens", { items: [token], total: 1 }),
      authorize: hear("authorize", done(allowed)),
    },
    clients: { get: hear("client", done(hub)), put: hear("put client", done()) },
    commandResult: hear("result", done()),
  };
  const server = serverOf<Peer>({
    role: "EMSP",
    handlers: offer(handlers),
    authenticate: () => ({ registered: true, parties: [emsp, cpo] }),
  });
  return { server, heard };
}

type Asked = [method: string, path: string, body: unknown, data: unknown, heard: unknown[]];

describe("every address of the eMSP", () => {
  test.each<Asked>([
    ["GET", "locations/in/cpx/L-1", undefined, location, ["location", cpo, "L-1"]],
    ["GET", "locations/IN/CPX/L-1/E-1", undefined, evse, ["evse", cpo, "L-1", "E-1"]],
    ["GET", "locations/IN/CPX/L-1/E-1/1", undefined, plug, ["connector", cpo, "L-1", "E-1", "1"]],
    ["PUT", "locations/IN/CPX/L-1", location, undefined, ["put location", cpo, location]],
    ["PUT", "locations/IN/CPX/L-1/E-1", evse, undefined, ["put evse", cpo, "L-1", evse]],
    [
      "PUT",
      "locations/IN/CPX/L-1/E-1/1",
      plug,
      undefined,
      ["put connector", cpo, "L-1", "E-1", plug],
    ],
    ["PATCH", "locations/IN/CPX/L-1", patch, undefined, ["patch location", cpo, "L-1", patch]],
    [
      "PATCH",
      "locations/IN/CPX/L-1/E-1",
      patch,
      undefined,
      ["patch evse", cpo, "L-1", "E-1", patch],
    ],
    [
      "PATCH",
      "locations/IN/CPX/L-1/E-1/1",
      patch,
      undefined,
      ["patch connector", cpo, "L-1", "E-1", "1", patch],
    ],
    ["GET", "tariffs/IN/CPX/T-1", undefined, tariff, ["tariff", cpo, "T-1"]],
    ["PUT", "tariffs/IN/CPX/T-1", tariff, undefined, ["put tariff", cpo, tariff]],
    ["DELETE", "tariffs/IN/CPX/T-1", undefined, undefined, ["delete tariff", cpo, "T-1"]],
    ["GET", "sessions/IN/CPX/S-1", undefined, session, ["session", cpo, "S-1"]],
    ["PUT", "sessions/IN/CPX/S-1", session, undefined, ["put session", cpo, session]],
    ["PATCH", "sessions/IN/CPX/S-1", patch, undefined, ["patch session", cpo, "S-1", patch]],
    ["POST", "cdrs", cdr, undefined, ["post cdr", cdr]],
    ["GET", "cdrs/C-1", undefined, cdr, ["cdr", "C-1"]],
    ["GET", "tokens", undefined, [token], ["tokens", { ok: true, offset: 0, limit: 100 }]],
    [
      "POST",
      "tokens/driver-7/authorize",
      undefined,
      allowed,
      ["authorize", "driver-7", "RFID", undefined],
    ],
    [
      "POST",
      "tokens/driver-7/authorize?type=APP_USER",
      place,
      allowed,
      ["authorize", "driver-7", "APP_USER", place],
    ],
    // Not one of the peer's parties: only a hub represents others.
    [
      "GET",
      "hubclientinfo/NL/TNM",
      undefined,
      hub,
      ["client", { country_code: "NL", party_id: "TNM" }],
    ],
    ["PUT", "hubclientinfo/IN/CPX", hub, undefined, ["put client", hub]],
    [
      "POST",
      "commands/START_SESSION/attempt-1",
      result,
      undefined,
      ["result", "START_SESSION", "attempt-1", result],
    ],
  ])("%s %s", async (method, path, body, data, expected) => {
    const { server, heard } = provider();
    const answer = await ask(server, method, `${area}/${path}`, body);
    expect(answer.status).toBe(expected[0] === "put location" ? 201 : 200);
    expect(answer.envelope).toMatchObject({ status_code: 1000 });
    expect(answer.envelope.data).toEqual(data);
    expect(heard).toEqual([expected]);
  });

  const differs = (name: string) => `${name} differs between address and body`;
  test.each([
    ["PUT", "locations/IN/CPX/L-2", location, differs("id")],
    ["PUT", "locations/IN/VMT/L-1", location, differs("party_id")],
    ["PUT", "locations/IN/CPX/L-1/E-2", evse, differs("uid")],
    ["PUT", "locations/IN/CPX/L-1/E-1/2", plug, differs("id")],
    ["PATCH", "locations/IN/CPX/L-2", { ...patch, id: "L-1" }, differs("id")],
    ["PATCH", "locations/IN/CPX/L-1", { ...patch, country_code: "NL" }, differs("country_code")],
    ["PATCH", "locations/IN/CPX/L-1/E-2", { ...patch, uid: "E-1" }, differs("uid")],
    ["PATCH", "locations/IN/CPX/L-1/E-1/2", { ...patch, id: "1" }, differs("id")],
    ["PUT", "tariffs/IN/CPX/T-2", tariff, differs("id")],
    ["PUT", "sessions/IN/CPX/S-2", session, differs("id")],
    ["PUT", "sessions/IN/VMT/S-1", session, differs("party_id")],
    ["PATCH", "sessions/IN/CPX/S-2", { ...patch, id: "S-1" }, differs("id")],
    ["PATCH", "sessions/IN/VMT/S-1", { ...patch, party_id: "CPX" }, differs("party_id")],
    ["PUT", "hubclientinfo/IN/VMT", hub, differs("party_id")],
    ["PUT", "hubclientinfo/NL/CPX", hub, differs("country_code")],
    ["POST", "cdrs", { ...cdr, party_id: "ZZZ" }, "IN/ZZZ is not a party of yours"],
    ["POST", "cdrs", { ...cdr, total_energy: "20 kWh" }, "total_energy: number expected"],
    ["POST", "tokens/driver-7/authorize", {}, "location_id: string expected"],
    ["POST", "commands/STOP_SESSION/x", {}, "result: string expected"],
    ["PUT", "hubclientinfo/IN/CPX", undefined, "body: object expected"],
    ["PATCH", "sessions/IN/CPX/S-1", 7, "body: object expected"],
    ["PATCH", "locations/IN/CPX/L-1/E-1", [], "body: object expected"],
    [
      "PUT",
      "locations/IN/CPX/L-1/E-1/1",
      { ...plug, power_type: undefined },
      "power_type: string expected",
    ],
  ])("%s %s with a body that does not fit is 2001: %o", async (method, path, body, message) => {
    const { server, heard } = provider();
    expect(await refusal(server, method, `${area}/${path}`, body)).toEqual([200, 2001, message]);
    expect(heard).toEqual([]);
  });

  test.each(
    ["L-1", "L-1/E-1", "L-1/E-1/1"]
      .flatMap((rest) => ["GET", "PUT", "PATCH"].map((method) => [method, "locations", rest]))
      .concat([
        ["GET", "tariffs", "T-1"],
        ["PUT", "tariffs", "T-1"],
        ["DELETE", "tariffs", "T-1"],
        ["GET", "sessions", "S-1"],
        ["PUT", "sessions", "S-1"],
        ["PATCH", "sessions", "S-1"],
      ]),
  )("%s %s of another party, %s, is 404", async (method, module, rest) => {
    const { server, heard } = provider();
    const address = `${area}/${module}/IN/ZZZ/${rest}`;
    expect(await refusal(server, method, address)).toEqual([
      404,
      2000,
      "IN/ZZZ is not a party of yours",
    ]);
    expect(heard).toEqual([]);
  });

  test.each([
    ["POST", "tokens/driver-7/authorise", "no such address"],
    ["POST", "tokens//authorize", "no such address"],
    ["POST", "commands/DANCE/attempt-1", "no command DANCE"],
    ["GET", "locations/IN/CPX", "no such address"],
  ])("%s %s is 404", async (method, path, message) => {
    const { server } = provider();
    expect(await refusal(server, method, `${area}/${path}`, {})).toEqual([404, 2000, message]);
  });
});

describe("the address of a CDR", () => {
  const posting = (post: NonNullable<Handlers["cdrs"]>["post"]) =>
    ask(
      provider((all) => ({ ...all, cdrs: { ...all.cdrs!, post } })).server,
      "POST",
      `${area}/cdrs`,
      cdr,
    );

  test("contains the id the handler returned, or its own", async () => {
    const ours = await posting(() => created({ id: "ours/7" }));
    expect([ours.status, ours.headers["location"]]).toEqual([
      201,
      "https://peer.example/ocpi/emsp/2.2.1/cdrs/ours%2F7",
    ]);
    const own = await posting(() => done());
    expect([own.status, own.headers["location"]]).toEqual([
      200,
      "https://peer.example/ocpi/emsp/2.2.1/cdrs/C-1",
    ]);
  });

  test("is absent for a refused one", async () => {
    const refused = await posting(() => missing("no such session"));
    expect(refused.status).toBe(404);
    expect(refused.headers).not.toHaveProperty("location");
    expect(refused.headers).not.toHaveProperty("allow");
    expect(refused.envelope).toMatchObject({ status_message: "no such session" });
  });
});

describe("what a provider does not offer", () => {
  test("is not in its version details, and has no address", async () => {
    const detailsOf = async ({ server }: ReturnType<typeof provider>) => {
      const { envelope } = await ask(server, "GET", "/ocpi/2.2.1");
      const { endpoints } = envelope.data as { endpoints: Record<string, string>[] };
      return endpoints.map(({ identifier, role }) => `${identifier} ${role}`);
    };
    expect(await detailsOf(provider())).toEqual([
      "credentials RECEIVER",
      "locations RECEIVER",
      "tariffs RECEIVER",
      "sessions RECEIVER",
      "cdrs RECEIVER",
      "tokens SENDER",
      "hubclientinfo RECEIVER",
      "commands SENDER",
    ]);
    const none = provider(({ credentials }) => ({ credentials }));
    expect(await detailsOf(none)).toEqual(["credentials RECEIVER"]);
    expect((await ask(none.server, "GET", `${area}/tokens`)).status).toBe(404);
  });

  const lacking: [(all: Handlers) => Handlers, string, string][] = [
    [(all) => (delete all.locations?.getLocation, all), "locations/IN/CPX/L-1", "PUT, PATCH"],
    [(all) => (delete all.locations?.getEvse, all), "locations/IN/CPX/L-1/E-1", "PUT, PATCH"],
    [
      (all) => (delete all.locations?.getConnector, all),
      "locations/IN/CPX/L-1/E-1/1",
      "PUT, PATCH",
    ],
    [(all) => (delete all.tariffs?.get, all), "tariffs/IN/CPX/T-1", "PUT, DELETE"],
    [(all) => (delete all.sessions?.get, all), "sessions/IN/CPX/S-1", "PUT, PATCH"],
  ];
  test.each(lacking)("%o: GET %s is 405 and says %s", async (offer, path, allow) => {
    const { status, headers, envelope } = await ask(
      provider(offer).server,
      "GET",
      `${area}/${path}`,
    );
    expect([status, headers["allow"]]).toEqual([405, allow]);
    expect(envelope).toMatchObject({
      status_code: 2000,
      status_message: "GET is not offered here",
    });
  });
});
