import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  writeFor,
  type Cdr,
  type Evse,
  type Location,
  type Session,
  type Tariff,
  type VersionNumber,
} from "@voltmarg/ocpi";
import { sql } from "../../server/src/platform/database/database.ts";
import { tokenHash } from "../../server/src/features/roaming/operators.store.ts";
import type { Harness } from "./harness.ts";

export type OcpiAnswer = {
  status: number;
  headers: Headers;
  /** 1000 and up from the envelope. */
  code: number;
  data: unknown;
  message: string | undefined;
};

/** An operator whose messages the test controls: what it pushes, and what it answers to pulls. */
export type Partner = {
  operatorId: string;
  party: { country_code: string; party_id: string };
  token: string;
  /** Objects returned to pulls. */
  shelf: { locations: unknown[]; tariffs: unknown[]; sessions: unknown[]; cdrs: unknown[] };
  /** Commands it received. */
  commands: { kind: string; body: Record<string, unknown> }[];
  /** Headers of every request it received. */
  heard: IncomingMessage["headers"][];
  /** Answers a GET instead of the stored objects, at once or later. */
  onGet?: ((path: string, query: string) => unknown) | undefined;
  /** An HTTP status instead of any answer. */
  fails?: (() => number) | undefined;
  /** Replaces OCPI's envelope of an answer. */
  onAnswer?: ((path: string, data: unknown, query: string) => RawAnswer | undefined) | undefined;
  /** Results of the next commands. */
  answer: { result: string; timeout: number };
  /** Answers a command instead of `answer`; null breaks the connection. */
  onCommand?: (kind: string, body: Record<string, unknown>) => Partner["answer"] | null;
  /** Of OCPI, that it calls us in. */
  version: string;
  /** Moves to a version of OCPI: from now on it also writes the objects that a test gives it in that version. */
  speak(version: VersionNumber): Promise<void>;
  /** Calls our receiver under `/ocpi/emsp/<version>`, or that of the replica at an address; a text body is sent as it is. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    at?: string,
  ): Promise<OcpiAnswer>;
  close(): Promise<void>;
};

type RawAnswer = { status?: number; headers?: Record<string, string>; body: string };

/** Registers one more operator with the service, without the handshake. */
export async function openPartner(world: Harness, partyId: string): Promise<Partner> {
  const party = { country_code: "IN", party_id: partyId };
  const token = `token-of-${partyId}`;
  const operatorId = `opr_${partyId.toLowerCase()}`;
  const shelf: Partner["shelf"] = { locations: [], tariffs: [], sessions: [], cdrs: [] };
  const commands: Partner["commands"] = [];
  let write = (value: unknown): unknown => value;
  const partner: Partner = {
    operatorId,
    party,
    token,
    shelf,
    commands,
    heard: [],
    version: "2.2.1",
    answer: { result: "ACCEPTED", timeout: 30 },
    call: async (method, path, body, headers = {}, at = world.url) => {
      const response = await fetch(`${at}/ocpi/emsp/${partner.version}${path}`, {
        method,
        headers: {
          authorization: `Token ${Buffer.from(token).toString("base64")}`,
          "content-type": "application/json",
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(write(body)) }),
      });
      const envelope = (await response.json()) as {
        status_code: number;
        data?: unknown;
        status_message?: string;
      };
      return {
        status: response.status,
        headers: response.headers,
        code: envelope.status_code,
        data: envelope.data,
        message: envelope.status_message,
      };
    },
    speak: async (version) => {
      partner.version = version;
      write = (value) => writeFor(version, value);
      await sql`update operator set ocpi_version = ${version} where id = ${operatorId}`.execute(
        world.database.db,
      );
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? "/", "http://partner");
    if (partner.fails) {
      response.writeHead(partner.fails()).end();
      return;
    }
    partner.heard.push(request.headers);
    const [, module = "", kind = ""] = path.split("/");
    void (async () => {
      let data: unknown =
        (await partner.onGet?.(path, search)) ??
        (kind ? undefined : shelf[module as keyof typeof shelf]);
      if (module === "commands") {
        const body = JSON.parse(await read(request)) as Record<string, unknown>;
        commands.push({ kind, body });
        data = partner.onCommand ? partner.onCommand(kind, body) : partner.answer;
        if (data === null) return void request.socket.destroy();
      }
      if (request.method === "PUT" && path.endsWith("/charging_preferences")) {
        commands.push({ kind, body: JSON.parse(await read(request)) as Record<string, unknown> });
        data = "ACCEPTED";
      }
      data = write(data);
      const raw = partner.onAnswer?.(path, data, search);
      response.writeHead(raw?.status ?? (data === undefined ? 404 : 200), {
        "content-type": "application/json",
        connection: "close",
        ...raw?.headers,
      });
      if (raw) return void response.end(raw.body);
      const timestamp = world.clock.now().toISOString();
      response.end(JSON.stringify({ data, status_code: 1000, timestamp }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const endpoints = ["locations", "tariffs", "sessions", "cdrs", "commands"].map((identifier) => ({
    identifier,
    role: identifier === "commands" ? "RECEIVER" : "SENDER",
    url: `${base}/${identifier}`,
  }));
  const now = world.clock.now();
  await sql`
    insert into operator (id, name, versions_url, country_code, party_id, our_token_hash, their_token, endpoints,
                          registered_at, last_contact_at, locations_pulled_at, whole_pulled_at, seen_until,
                          sync_due_at, created_at)
    values (${operatorId}, ${`Operator ${partyId}`}, ${base}, 'IN', ${partyId}, ${tokenHash(token)}, 'their-token',
            ${JSON.stringify(endpoints)}, ${now}, ${now}, ${now}, '9999-01-01', ${now}, '9999-01-01', ${now})`.execute(
    world.database.db,
  );
  return partner;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}

const EARLY = "2026-11-01T00:00:00Z";
const IDENTITY = { country_code: "IN", party_id: "TST" };

/** A valid connector, EVSE, location or tariff; the test changes the fields it is about. */
export const connectorOf = (more: object = {}) => ({
  id: "1",
  standard: "IEC_62196_T2_COMBO",
  format: "CABLE",
  power_type: "DC",
  max_voltage: 500,
  max_amperage: 120,
  max_electric_power: 60_000,
  tariff_ids: ["T1"],
  last_updated: EARLY,
  ...more,
});
export const evseOf = (uid: string, more: object = {}) =>
  ({
    uid,
    evse_id: `IN*TST*E${uid}`,
    status: "AVAILABLE",
    physical_reference: uid,
    connectors: [connectorOf()],
    last_updated: EARLY,
    ...more,
  }) as Evse;
export const locationOf = (id: string, more: object = {}) =>
  ({
    ...IDENTITY,
    id,
    publish: true,
    name: `Place ${id}`,
    address: "1 Test Road",
    city: "Pune",
    state: "Maharashtra",
    postal_code: "411001",
    country: "IND",
    coordinates: { latitude: "18.520000", longitude: "73.850000" },
    evses: [evseOf(`${id}-1`)],
    time_zone: "Asia/Kolkata",
    opening_times: { twentyfourseven: true },
    last_updated: EARLY,
    ...more,
  }) as Location;
export const tariffOf = (id: string, more: object = {}) =>
  ({
    ...IDENTITY,
    id,
    currency: "INR",
    elements: [{ price_components: [{ type: "ENERGY", price: 20, vat: 18, step_size: 1 }] }],
    last_updated: EARLY,
    ...more,
  }) as Tariff;
export const sessionOf = (id: string, more: object = {}) =>
  ({
    ...IDENTITY,
    id,
    start_date_time: "2026-11-20T06:30:10Z",
    kwh: 0,
    cdr_token: {
      country_code: "IN",
      party_id: "VMG",
      uid: "usr",
      type: "APP_USER",
      contract_id: "IN-VMG-1",
    },
    auth_method: "COMMAND",
    location_id: "A",
    evse_uid: "A-1",
    connector_id: "1",
    currency: "INR",
    status: "ACTIVE",
    last_updated: "2026-11-20T06:30:10Z",
    ...more,
  }) as Session;
const RECORD_STARTS = "2026-11-20T06:30:10Z";
/** Ten kWh in half an hour, or in the remaining time before an earlier end. */
export const cdrOf = (id: string, more: object = {}) =>
  ({
    ...IDENTITY,
    id,
    start_date_time: RECORD_STARTS,
    end_date_time: "2026-11-20T07:00:10Z",
    cdr_token: {
      country_code: "IN",
      party_id: "VMG",
      uid: "usr",
      type: "APP_USER",
      contract_id: "IN-VMG-1",
    },
    auth_method: "COMMAND",
    cdr_location: {
      id: "A",
      address: "1 Test Road",
      city: "Pune",
      country: "IND",
      coordinates: { latitude: "18.520000", longitude: "73.850000" },
      evse_uid: "A-1",
      evse_id: "IN*TST*EA-1",
      connector_id: "1",
      connector_standard: "IEC_62196_T2_COMBO",
      connector_format: "CABLE",
      connector_power_type: "DC",
    },
    currency: "INR",
    charging_periods: [
      {
        start_date_time: RECORD_STARTS,
        dimensions: [
          { type: "ENERGY", volume: 10 },
          { type: "TIME", volume: hoursUntil((more as Partial<Cdr>).end_date_time) },
        ],
      },
    ],
    total_cost: { excl_vat: 200, incl_vat: 236 },
    total_energy: 10,
    total_time: 0.5,
    last_updated: "2026-11-20T07:00:20Z",
    ...more,
  }) as Cdr;

const hoursUntil = (end: string | undefined): number => {
  if (end === undefined) return 0.5;
  const hours = (Date.parse(end) - Date.parse(RECORD_STARTS)) / 3_600_000;
  return Math.max(0, Math.min(0.5, Number(hours.toFixed(4))));
};
