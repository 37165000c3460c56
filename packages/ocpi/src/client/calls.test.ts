import { describe, expect, test } from "vitest";
import { clientOf, cpo, endpointsOf, envelope, scripted } from "../../test/loopback.ts";
import { cdr, evse, location, session, tariff, token } from "../../test/objects.ts";
import type { Credentials, Endpoint, OcpiClient } from "../index.ts";

const last_updated = "2026-03-01T10:05:00Z";
const patch = { last_updated };
const response_url = "https://voltmarg.example/x";
const [plug] = evse.connectors;
const start = { response_url, token, location_id: "L-1" };
const stop = { response_url, session_id: "S-1" };
const cancel = { response_url, reservation_id: "R-1" };
const reserve = { ...cancel, token, expiry_date: last_updated, location_id: "L-1" };
const wishes = { profile_type: "GREEN" };
const place = { location_id: "L-1" };
const ours: Credentials = {
  token: "token-b",
  url: "https://peer.example/ocpi/versions",
  roles: [{ role: "CPO", business_details: { name: "Voltmarg" }, ...cpo }],
};
const hub = { ...cpo, role: "CPO", status: "CONNECTED", last_updated };
const accepted = { result: "ACCEPTED", timeout: 30 };
const allowed = { allowed: "ALLOWED", token };

type Row = [
  name: string,
  run: (client: OcpiClient) => unknown,
  sent: string,
  body: unknown,
  /** The peer's answer, and the result for the caller. */
  data?: unknown,
];

const first = async (pages: AsyncIterable<unknown>) => {
  for await (const page of pages) return page;
  return null;
};
const id = { correlationId: "one" };

/** Calls of functional modules: their address, their body, and their ids and routing headers. */
const toOperator: Row[] = [
  ["getLocations", (c) => first(c.getLocations(id)), "GET locations", undefined, [location]],
  ["getTariffs", (c) => first(c.getTariffs(id)), "GET tariffs", undefined, [tariff]],
  [
    "getSessions",
    (c) => first(c.getSessions({ date_from: last_updated, ...id })),
    "GET sessions?date_from=2026-03-01T10%3A05%3A00Z",
    undefined,
    [session],
  ],
  ["getCdrs", (c) => first(c.getCdrs(id)), "GET cdrs", undefined, [cdr]],
  ["getLocation", (c) => c.getLocation("L 1", id), "GET locations/L%201", undefined, location],
  ["getEvse", (c) => c.getEvse("L-1", "E/1", id), "GET locations/L-1/E%2F1", undefined, evse],
  [
    "getConnector",
    (c) => c.getConnector("L-1", "E-1", "1", id),
    "GET locations/L-1/E-1/1",
    undefined,
    plug,
  ],
  [
    "getToken",
    (c) => c.getToken("driver-7", "APP_USER", id),
    "GET tokens/IN/CPX/driver-7?type=APP_USER",
    undefined,
    token,
  ],
  ["putToken", (c) => c.putToken(token, id), "PUT tokens/IN/VMT/driver-7?type=APP_USER", token],
  [
    "patchToken",
    (c) => c.patchToken("driver-7", "RFID", patch, id),
    "PATCH tokens/IN/CPX/driver-7?type=RFID",
    patch,
  ],
  [
    "startSession",
    (c) => c.startSession(start, id),
    "POST commands/START_SESSION",
    start,
    accepted,
  ],
  ["stopSession", (c) => c.stopSession(stop, id), "POST commands/STOP_SESSION", stop, accepted],
  ["reserveNow", (c) => c.reserveNow(reserve, id), "POST commands/RESERVE_NOW", reserve, accepted],
  [
    "cancelReservation",
    (c) => c.cancelReservation(cancel, id),
    "POST commands/CANCEL_RESERVATION",
    cancel,
    accepted,
  ],
  [
    "setChargingPreferences",
    (c) => c.setChargingPreferences("S-1", wishes, id),
    "PUT sessions/S-1/charging_preferences",
    wishes,
    "ACCEPTED",
  ],
];
const toProvider: Row[] = [
  ["getTokens", (c) => first(c.getTokens(id)), "GET tokens", undefined, [token]],
  ["putLocation", (c) => c.putLocation(location, id), "PUT locations/IN/CPX/L-1", location],
  ["patchLocation", (c) => c.patchLocation("L-1", patch, id), "PATCH locations/IN/CPX/L-1", patch],
  ["putEvse", (c) => c.putEvse("L-1", evse, id), "PUT locations/IN/CPX/L-1/E-1", evse],
  [
    "patchEvse",
    (c) => c.patchEvse("L-1", "E-1", patch, id),
    "PATCH locations/IN/CPX/L-1/E-1",
    patch,
  ],
  [
    "putConnector",
    (c) => c.putConnector("L-1", "E-1", plug!, id),
    "PUT locations/IN/CPX/L-1/E-1/1",
    plug,
  ],
  [
    "patchConnector",
    (c) => c.patchConnector("L-1", "E-1", "1", patch, id),
    "PATCH locations/IN/CPX/L-1/E-1/1",
    patch,
  ],
  [
    "getStoredLocation",
    (c) => c.getStoredLocation("L-1", id),
    "GET locations/IN/CPX/L-1",
    undefined,
    location,
  ],
  [
    "getStoredEvse",
    (c) => c.getStoredEvse("L-1", "E-1", id),
    "GET locations/IN/CPX/L-1/E-1",
    undefined,
    evse,
  ],
  [
    "getStoredConnector",
    (c) => c.getStoredConnector("L-1", "E-1", "1", id),
    "GET locations/IN/CPX/L-1/E-1/1",
    undefined,
    plug,
  ],
  [
    "getStoredTariff",
    (c) => c.getStoredTariff("T-1", id),
    "GET tariffs/IN/CPX/T-1",
    undefined,
    tariff,
  ],
  ["putTariff", (c) => c.putTariff(tariff, id), "PUT tariffs/IN/CPX/T-1", tariff],
  ["deleteTariff", (c) => c.deleteTariff("T-1", id), "DELETE tariffs/IN/CPX/T-1", undefined],
  ["putSession", (c) => c.putSession(session, id), "PUT sessions/IN/CPX/S-1", session],
  ["patchSession", (c) => c.patchSession("S-1", patch, id), "PATCH sessions/IN/CPX/S-1", patch],
  ["getSession", (c) => c.getSession("S-1", id), "GET sessions/IN/CPX/S-1", undefined, session],
  [
    "authorizeToken",
    (c) => c.authorizeToken("driver-7", "APP_USER", place, id),
    "POST tokens/driver-7/authorize?type=APP_USER",
    place,
    allowed,
  ],
  [
    "authorizeToken, an RFID card, nowhere",
    (c) => c.authorizeToken("card-1", undefined, undefined, id),
    "POST tokens/card-1/authorize?type=RFID",
    undefined,
    allowed,
  ],
];
const anywhere: Row[] = [
  [
    "getCdrAt",
    (c) => c.getCdrAt("https://peer.example/ocpi/emsp/2.2.1/kept/7", id),
    "GET kept/7",
    undefined,
    cdr,
  ],
  [
    "postCommandResult",
    (c) =>
      c.postCommandResult(
        "https://peer.example/ocpi/emsp/2.2.1/answers/7",
        { result: "REJECTED" },
        id,
      ),
    "POST answers/7",
    { result: "REJECTED" },
  ],
];
/** Calls of a hub. */
const toParty: Row[] = [
  ["putClientInfo", (c) => c.putClientInfo(hub), "PUT hubclientinfo/IN/CPX", hub],
  ["getClientInfo", (c) => c.getClientInfo(cpo), "GET hubclientinfo/IN/CPX", undefined, hub],
];
/** Calls of configuration modules: no routing headers. */
const configuring: Row[] = [
  ["getCredentials", (c) => c.getCredentials(), "GET credentials", undefined, ours],
  ["postCredentials", (c) => c.postCredentials(ours), "POST credentials", ours, ours],
  ["putCredentials", (c) => c.putCredentials(ours), "PUT credentials", ours, ours],
  ["deleteCredentials", (c) => c.deleteCredentials(), "DELETE credentials", undefined],
  ["getClientInfos", (c) => first(c.getClientInfos()), "GET hubclientinfo", undefined, [hub]],
];

const hubs = (role: "cpo" | "emsp"): Endpoint[] => [
  ...endpointsOf(role),
  {
    identifier: "hubclientinfo",
    role: role === "cpo" ? "SENDER" : "RECEIVER",
    url: `https://peer.example/ocpi/${role}/2.2.1/hubclientinfo`,
  },
];

describe.each([
  ["cpo", toOperator, true],
  ["emsp", toProvider, true],
  ["emsp", anywhere, true],
  ["cpo", configuring, false],
  ["emsp", toParty, false],
] as const)("calls to a %s", (role, rows, routed) => {
  test.each(rows)("%s", async (_name, run, sent, body, data) => {
    const { transport, sent: requests } = scripted({ body: envelope(data) });
    const answer = await run(clientOf(transport, { endpoints: hubs(role) }));
    const expected = Array.isArray(data) ? { items: data, rejected: [], offset: 0 } : data;
    expect(answer).toMatchObject({ ok: true, status: 200 });
    expect((answer as { data: unknown }).data).toEqual(expected);
    expect(requests).toHaveLength(1);
    const [{ method, url, headers, body: written }] = requests as [(typeof requests)[0]];
    expect(`${method} ${url.replace(`https://peer.example/ocpi/${role}/2.2.1/`, "")}`).toBe(sent);
    expect(written === undefined ? undefined : JSON.parse(written)).toEqual(body);
    expect(headers).toEqual({
      accept: "application/json",
      authorization: "Token dG9rZW4tYw==",
      "x-request-id": expect.stringMatching(/^id-/) as string,
      "x-correlation-id": routed ? "one" : (expect.stringMatching(/^id-/) as string),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(routed && {
        "ocpi-from-country-code": "IN",
        "ocpi-from-party-id": "CPX",
        "ocpi-to-country-code": "IN",
        "ocpi-to-party-id": "VMT",
      }),
    });
  });
});

describe("a peer that does not offer a module", () => {
  test.each([...toOperator, ...toProvider, ...toParty, ...configuring])(
    "%s fails with 3003, without a call",
    async (_name, run, address) => {
      const { transport, sent } = scripted({ body: envelope(undefined) });
      const module = /^[A-Z]+ (\w+)/.exec(address)![1]!;
      // The module's other interface is no substitute.
      const other = (each: Endpoint): Endpoint => ({ ...each, role: "NEITHER" });
      const endpoints =
        module === "credentials" ? [] : [...hubs("cpo"), ...hubs("emsp")].map(other);
      expect(await run(clientOf(transport, { endpoints }))).toMatchObject({
        ok: false,
        reason: "ocpi",
        status_code: 3003,
        message: expect.stringMatching(
          module === "credentials"
            ? /^the peer offers no credentials endpoint$/
            : new RegExp(`^the peer offers no ${module} (SENDER|RECEIVER) endpoint$`),
        ) as string,
      });
      expect(sent).toEqual([]);
    },
  );
});
