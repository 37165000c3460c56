import { describe, expect, test } from "vitest";
import { ask, cpo, emsp, listening, refusal, serverOf } from "../../test/loopback.ts";
import { cdr, evse, location, session, tariff, token } from "../../test/objects.ts";
import { type CpoHandlers, created, done, type Peer } from "../index.ts";

type Handlers = CpoHandlers<Peer>;
const area = "/ocpi/cpo/2.2.1";
const since = "date_from=2026-03-01T00:00:00Z";
const last_updated = "2026-03-01T10:05:00Z";
const page = { ok: true, offset: 0, limit: 100 };
const response_url = "https://voltmarg.example/x";
const [plug] = evse.connectors;
const card = { ...token, uid: "card-1", type: "RFID" };

/** An operator that records its calls. */
function operator(offer: (all: Handlers) => Handlers = (all) => all) {
  const { heard, hear } = listening();
  const handlers: Handlers = {
    credentials: { get: () => done(), post: () => done(), put: () => done(), delete: () => done() },
    locations: {
      list: hear("locations", { items: [location], total: 1 }),
      getLocation: hear("location", done(location)),
      getEvse: hear("evse", done(evse)),
      getConnector: hear("connector", done(plug)),
    },
    tariffs: { list: hear("tariffs", { items: [tariff], total: 1 }) },
    sessions: {
      list: hear("sessions", { items: [session], total: 1 }),
      prefer: hear("prefer", done("DEPARTURE_REQUIRED" as const)),
    },
    cdrs: { list: hear("cdrs", { items: [cdr], total: 1 }) },
    tokens: {
      get: hear("token", done(token)),
      put: hear("put token", created()),
      patch: hear("patch token", done()),
    },
    command: hear("command", done({ result: "ACCEPTED" as const, timeout: 30 })),
  };
  const server = serverOf<Peer>({
    role: "CPO",
    handlers: offer(handlers),
    authenticate: () => ({ registered: true, parties: [cpo, emsp] }),
  });
  return { server, heard };
}

const start = { response_url, token, location_id: "L-1" };
const stop = { response_url, session_id: "S-1" };
const cancel = { response_url, reservation_id: "R-1" };
const reserve = { ...cancel, token, expiry_date: last_updated, location_id: "L-1" };
const wishes = { profile_type: "GREEN" };
const patch = { valid: false, last_updated };
const commands = {
  START_SESSION: start,
  STOP_SESSION: stop,
  RESERVE_NOW: reserve,
  CANCEL_RESERVATION: cancel,
};

type Asked = [method: string, path: string, body: unknown, data: unknown, heard: unknown[]];

describe("every address of an operator", () => {
  test.each<Asked>([
    ["GET", "locations", undefined, [location], ["locations", page]],
    ["GET", "locations/L-1", undefined, location, ["location", "L-1"]],
    ["GET", "locations/L-1/E-1", undefined, evse, ["evse", "L-1", "E-1"]],
    ["GET", "locations/L-1/E-1/1", undefined, plug, ["connector", "L-1", "E-1", "1"]],
    ["GET", "tariffs", undefined, [tariff], ["tariffs", page]],
    [
      "GET",
      `sessions?${since}`,
      undefined,
      [session],
      ["sessions", { ...page, date_from: "2026-03-01T00:00:00Z" }],
    ],
    [
      "PUT",
      "sessions/S-1/charging_preferences",
      wishes,
      "DEPARTURE_REQUIRED",
      ["prefer", "S-1", wishes],
    ],
    ["GET", "cdrs", undefined, [cdr], ["cdrs", page]],
    ["GET", "tokens/IN/VMT/driver-7", undefined, token, ["token", emsp, "driver-7", "RFID"]],
    [
      "GET",
      "tokens/in/vmt/driver-7?type=APP_USER",
      undefined,
      token,
      ["token", emsp, "driver-7", "APP_USER"],
    ],
    ["PUT", "tokens/IN/VMT/driver-7?type=APP_USER", token, undefined, ["put token", emsp, token]],
    ["PUT", "tokens/IN/VMT/CARD-1", card, undefined, ["put token", emsp, card]],
    [
      "PATCH",
      "tokens/IN/VMT/card-1",
      patch,
      undefined,
      ["patch token", emsp, "card-1", "RFID", patch],
    ],
    [
      "PATCH",
      "tokens/IN/VMT/driver-7?type=APP_USER",
      patch,
      undefined,
      ["patch token", emsp, "driver-7", "APP_USER", patch],
    ],
    ...Object.entries(commands).map(([kind, body]): Asked => [
      "POST",
      `commands/${kind}`,
      body,
      { result: "ACCEPTED", timeout: 30 },
      ["command", { kind, body }],
    ]),
  ])("%s %s", async (method, path, body, data, expected) => {
    const { server, heard } = operator();
    const answer = await ask(server, method, `${area}/${path}`, body);
    expect(answer.status).toBe(expected[0] === "put token" ? 201 : 200);
    expect(answer.envelope).toMatchObject({ status_code: 1000 });
    expect(answer.envelope.data).toEqual(data);
    expect(heard).toEqual([expected]);
  });

  test.each([
    ["PUT", "tokens/IN/VMT/other?type=APP_USER", token, "uid differs between address and body"],
    ["PUT", "tokens/IN/VMT/driver-7", token, "type differs between address and body"],
    [
      "PUT",
      "tokens/IN/CPX/driver-7?type=APP_USER",
      token,
      "party_id differs between address and body",
    ],
    [
      "PUT",
      "tokens/IN/VMT/driver-7?type=APP_USER",
      { ...token, country_code: "NL" },
      "country_code differs between address and body",
    ],
    [
      "PATCH",
      "tokens/IN/VMT/driver-7",
      { ...patch, uid: "x" },
      "uid differs between address and body",
    ],
    [
      "PATCH",
      "tokens/IN/VMT/driver-7",
      { ...patch, party_id: "CPX" },
      "party_id differs between address and body",
    ],
    ["PATCH", "tokens/IN/VMT/driver-7", { valid: false }, "last_updated: string expected"],
    ["PUT", "tokens/IN/VMT/driver-7", [], "body: object expected"],
    ["PUT", "sessions/S-1/charging_preferences", {}, "profile_type: string expected"],
    ["PUT", "sessions/S-1/charging_preferences", undefined, "body: object expected"],
    ["POST", "commands/START_SESSION", { ...start, token: 7 }, "token: object expected"],
    ["POST", "commands/STOP_SESSION", { response_url }, "session_id: string expected"],
    [
      "POST",
      "commands/RESERVE_NOW",
      { ...reserve, expiry_date: "soon" },
      "expiry_date: not a date",
    ],
    ["POST", "commands/CANCEL_RESERVATION", { response_url }, "reservation_id: string expected"],
  ])("%s %s with a body that does not fit is 2001: %o", async (method, path, body, message) => {
    const { server, heard } = operator();
    expect(await refusal(server, method, `${area}/${path}`, body)).toEqual([200, 2001, message]);
    expect(heard).toEqual([]);
  });

  test.each([
    ["GET", "tokens/IN/ZZZ/driver-7", "IN/ZZZ is not a party of yours"],
    ["PUT", "tokens/NL/VMT/driver-7", "NL/VMT is not a party of yours"],
    ["PATCH", "tokens/NL/VMT/driver-7", "NL/VMT is not a party of yours"],
    ["POST", "commands/DANCE", "no command DANCE"],
    ["PUT", "sessions/S-1/charging_wishes", "no such address"],
    ["GET", "locations//E-1", "no such address"],
    ["GET", "locations/L-1/E-1/1/more", "no such address"],
    ["GET", "tokens/IN/VMT", "no such address"],
    ["GET", "", "no such address"],
  ])("%s %s is 404", async (method, path, message) => {
    const { server, heard } = operator();
    expect(await refusal(server, method, `${area}/${path}`)).toEqual([404, 2000, message]);
    expect(heard).toEqual([]);
  });

  test("an unlock is not supported, whatever its content, and calls no handler", async () => {
    const { server, heard } = operator();
    const { envelope } = await ask(server, "POST", `${area}/commands/UNLOCK_CONNECTOR`, {});
    expect(envelope.data).toEqual({ result: "NOT_SUPPORTED", timeout: 0 });
    expect(heard).toEqual([]);
  });
});

describe("what an operator does not offer", () => {
  const modulesOf = async ({ server }: ReturnType<typeof operator>) => {
    const { envelope } = await ask(server, "GET", "/ocpi/2.2.1");
    const { endpoints } = envelope.data as { endpoints: Record<string, string>[] };
    return endpoints.map(({ identifier, role, url }) => `${identifier} ${role} ${url}`);
  };
  const at = (module: string) => `https://peer.example${area}/${module}`;

  test("is not in its version details, and has no address", async () => {
    expect(await modulesOf(operator())).toEqual([
      `credentials RECEIVER ${at("credentials")}`,
      `locations SENDER ${at("locations")}`,
      `tariffs SENDER ${at("tariffs")}`,
      `sessions SENDER ${at("sessions")}`,
      `cdrs SENDER ${at("cdrs")}`,
      `tokens RECEIVER ${at("tokens")}`,
      `commands RECEIVER ${at("commands")}`,
    ]);
    const none = operator(({ credentials }) => ({ credentials }));
    expect(await modulesOf(none)).toEqual([`credentials RECEIVER ${at("credentials")}`]);
    expect(await refusal(none.server, "POST", `${area}/commands/START_SESSION`, start)).toEqual([
      404,
      2000,
      "no such address",
    ]);
  });

  const lacking: [(all: Handlers) => Handlers, string, string, number, string | undefined][] = [
    [(all) => (delete all.locations?.getLocation, all), "GET", "locations/L-1", 404, undefined],
    [(all) => (delete all.locations?.getEvse, all), "GET", "locations/L-1/E-1", 404, undefined],
    [
      (all) => (delete all.locations?.getConnector, all),
      "GET",
      "locations/L-1/E-1/1",
      404,
      undefined,
    ],
    [
      (all) => (delete all.sessions?.prefer, all),
      "PUT",
      "sessions/S-1/charging_preferences",
      404,
      undefined,
    ],
    [(all) => (delete all.tokens?.get, all), "GET", "tokens/IN/VMT/driver-7", 405, "PUT, PATCH"],
  ];
  test.each(lacking)("%o: %s %s is refused", async (offer, method, path, status, allow) => {
    const { server } = operator(offer);
    const answer = await ask(server, method, `${area}/${path}`, wishes);
    expect([answer.status, answer.headers["allow"]]).toEqual([status, allow]);
  });
});
