import type { Transport, TransportRequest, TransportResponse } from "@voltmarg/ocpi";
import type { Answer } from "../http.ts";
import type { Store } from "../store.ts";
import { changeObjects, type Json, type JsonObject } from "./change-objects.ts";

type Incoming = { method: string; path: string; query: URLSearchParams };
type Ask = (query: URLSearchParams) => Promise<Answer>;

/** A fault of an operator's connection: it changes answers and pushes. */
type Disturbance = {
  answer?(incoming: Incoming, ask: Ask): Promise<Answer>;
  push?(request: TransportRequest, send: Transport): Promise<TransportResponse>;
  /** Delays CDRs until it is over. */
  keepsCdrs?: true;
};

const hour = 3_600_000;
const isList = ({ method, path }: Incoming) =>
  method === "GET" && /\/(locations|tariffs|sessions|cdrs)\/?$/.test(path);
const isCdr = ({ method, url }: TransportRequest) => method === "POST" && url.endsWith("/cdrs");
const objectOf = ({ body }: TransportRequest) => JSON.parse(body ?? "{}") as JsonObject;
const withObject = (request: TransportRequest, object: JsonObject): TransportRequest => ({
  ...request,
  body: JSON.stringify(object),
});

/** Changes every object of an answer or a push. */
const changes = (change: (object: JsonObject, index: number) => JsonObject): Disturbance => ({
  answer: async (incoming, ask) => {
    const answer = await ask(incoming.query);
    return isList(incoming) ? { ...answer, body: changeObjects(answer.body, change) } : answer;
  },
  push: (request, send) =>
    send(request.body === undefined ? request : withObject(request, change(objectOf(request), 0))),
});
const always = (answer: Answer): Disturbance => ({ answer: async () => answer });
const json = { "content-type": "application/json" };

const shifted = (text: Json | undefined, by: number): Json =>
  typeof text === "string" ? new Date(Date.parse(text) + by).toISOString() : (text ?? null);

/** Energy in Wh where the standard says kWh. */
function inWattHours(value: Json, name = ""): Json {
  if (Array.isArray(value)) return value.map((each) => inWattHours(each, name));
  if (value !== null && typeof value === "object") {
    const isEnergy = value["type"] === "ENERGY" && "volume" in value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        isEnergy && key === "volume" ? Number(each) * 1000 : inWattHours(each, key),
      ]),
    );
  }
  return typeof value === "number" && ["kwh", "total_energy"].includes(name) ? value * 1000 : value;
}

/** Every number as text, as a template language writes it; weekdays included. */
function inQuotes(value: Json): Json {
  if (Array.isArray(value)) return value.map(inQuotes);
  if (value === null || typeof value !== "object")
    return typeof value === "number" ? String(value) : value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inQuotes(each)]));
}

/** Three phases with the line-to-line voltage, and no other field that gives the power. */
function lineToLine(value: Json): Json {
  if (Array.isArray(value)) return value.map(lineToLine);
  if (value === null || typeof value !== "object") return value;
  const { max_electric_power: _, ...told } = value;
  if (value["power_type"] === "AC_3_PHASE" && "max_voltage" in value)
    return { ...told, max_voltage: 400 };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, lineToLine(each)]));
}

/** The credit for a CDR, and the CDR that replaces it. */
function creditsOf(cdr: JsonObject): JsonObject[] {
  const cost = cdr["total_cost"] as Record<string, number>;
  const negated = Object.fromEntries(Object.entries(cost).map(([name, n]) => [name, -n]));
  const id = cdr["id"] as string;
  return [
    {
      ...cdr,
      id: `${id.slice(0, 36)}-cr`,
      credit: true,
      credit_reference_id: id,
      total_cost: negated,
    },
    { ...cdr, id: `${id.slice(0, 36)}-re` },
  ];
}

const sendsAlso = (more: (cdr: JsonObject) => JsonObject[]): Disturbance => ({
  push: async (request, send) => {
    const answer = await send(request);
    if (isCdr(request))
      for (const cdr of more(objectOf(request))) await send(withObject(request, cdr));
    return answer;
  },
});

export const disturbances = {
  /** No request arrives or leaves. */
  offline: {
    answer: async () => ({ status: 200, body: "", wire: "cut" }),
    push: async () => {
      throw new Error("offline");
    },
  },
  /** One byte at a time, so that only a timeout on the whole answer helps. */
  slow_drip: {
    answer: async ({ query }, ask) => ({ ...(await ask(query)), wire: "drip" }),
  },
  /** Accepts every request and never answers. */
  hangs: { answer: async () => ({ status: 200, body: "", wire: "hang" }) },
  errors_500: always({ status: 500, headers: json, body: '{"status_code":3000}' }),
  rate_limited: always({
    status: 429,
    headers: { ...json, "retry-after": "2" },
    body: '{"status_code":2000}',
  }),
  truncated_json: {
    answer: async ({ query }, ask) => {
      const answer = await ask(query);
      return { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) };
    },
  },
  one_item_pages: {
    answer: async (incoming, ask) => {
      const query = new URLSearchParams(incoming.query);
      if (isList(incoming)) query.set("limit", "1");
      return ask(query);
    },
  },
  /** Objects leave the list while it is being read. */
  shrinking_total: {
    answer: async (incoming, ask) => {
      const answer = await ask(incoming.query);
      const total = Number(answer.headers?.["x-total-count"]);
      if (!isList(incoming) || !(total > 0)) return answer;
      const left = incoming.query.has("offset") ? total - 1 : total;
      return { ...answer, headers: { ...answer.headers, "x-total-count": String(left) } };
    },
  },
  lost_pushes: { push: async () => ({ status: 200, headers: {}, body: '{"status_code":1000}' }) },
  duplicate_pushes: {
    push: async (request, send) => {
      await send(request);
      return send(request);
    },
  },
  /** Earlier objects are repeated afterwards. */
  reordered_pushes: {
    push: async (request, send) => {
      if (!/^(PUT|PATCH)$/.test(request.method)) return send(request);
      const newer = await send(request);
      const older = objectOf(request);
      const last_updated = shifted(older["last_updated"], -hour);
      await send(withObject(request, { ...older, last_updated }));
      return newer;
    },
  },
  stale_last_updated: changes((object) =>
    "last_updated" in object
      ? { ...object, last_updated: shifted(object["last_updated"], -24 * hour) }
      : object,
  ),
  /** Its clock runs two hours ahead. */
  clock_ahead: changes((object) =>
    "last_updated" in object
      ? { ...object, last_updated: shifted(object["last_updated"], 2 * hour) }
      : object,
  ),
  patch_before_put: {
    push: async (request, send) => {
      if (request.method === "PUT" && /\/sessions\//.test(request.url)) {
        const { kwh, last_updated } = objectOf(request);
        await send(
          withObject(
            { ...request, method: "PATCH" },
            { kwh: kwh ?? 0, last_updated: last_updated! },
          ),
        );
      }
      return send(request);
    },
  },
  duplicate_cdr: sendsAlso((cdr) => [cdr, cdr]),
  changed_cdr: sendsAlso((cdr) => [
    { ...cdr, total_cost: { excl_vat: 9999, incl_vat: 11_798.82 } },
  ]),
  credit_cdr: sendsAlso(creditsOf),
  late_cdr: {
    keepsCdrs: true,
    answer: async (incoming, ask) => {
      const answer = await ask(incoming.query);
      return isList(incoming) && /\/cdrs\/?$/.test(incoming.path)
        ? { ...answer, headers: json, body: changeObjects(answer.body, () => null) }
        : answer;
    },
  },
  watt_hours: changes((object) => inWattHours(object) as JsonObject),
  swapped_coordinates: changes((object) => {
    const place = object["coordinates"] as Record<string, Json> | undefined;
    return place
      ? { ...object, coordinates: { latitude: place["longitude"]!, longitude: place["latitude"]! } }
      : object;
  }),
  unknown_values: changes((object) => ({
    ...object,
    ...("facilities" in object ? { facilities: ["ROCKET_PAD", null] } : {}),
    ...("parking_type" in object ? { parking_type: "ON_THE_MOON" } : {}),
    made_up: { by: ["the", "operator"] },
  })),
  missing_fields: changes((object, index) => {
    if (index % 2 === 1) return object;
    const { last_updated: _, ...rest } = object;
    return rest;
  }),
  null_fields: changes((object) => ({ ...object, directions: null, images: null, remark: null })),
  /** As before OCPI 2.2.1: a token names no party, and no authorization reference is returned. */
  no_references: changes(({ authorization_reference: _reference, ...object }) => {
    if (!("cdr_token" in object)) return object;
    const {
      country_code: _country,
      party_id: _party,
      ...cdr_token
    } = object["cdr_token"] as JsonObject;
    return { ...object, cdr_token };
  }),
  numbers_as_text: changes((object) => inQuotes(object) as JsonObject),
  line_to_line: changes((object) => lineToLine(object) as JsonObject),
  /** It does not state a command timeout. */
  no_timeout: {
    answer: async (incoming, ask) => {
      const answer = await ask(incoming.query);
      if (incoming.method !== "POST" || !/\/commands\//.test(incoming.path)) return answer;
      const body = JSON.parse(answer.body) as { data?: JsonObject };
      const { timeout: _, ...data } = body.data ?? {};
      return { ...answer, body: JSON.stringify({ ...body, data }) };
    },
  },
  nested_too_deep: changes((object) => {
    let deep: Json = 1;
    for (let level = 0; level < 60; level += 1) deep = [deep];
    return { ...object, deep };
  }),
} as const satisfies Record<string, Disturbance>;

export type DisturbanceName = keyof typeof disturbances;
export const isDisturbanceName = (name: unknown): name is DisturbanceName =>
  typeof name === "string" && Object.hasOwn(disturbances, name);

export type Disturbances = ReturnType<typeof createDisturbances>;

/** Which operators are disturbed, and how: several at once, later ones closer to the connection. Survives a restart. */
export function createDisturbances(store: Store) {
  const key = (party: string) => `disturb/${party.toUpperCase()}`;
  const of = (party: string): DisturbanceName[] => {
    const kept = store.get("SELECT value FROM setting WHERE name = ?", key(party))?.value;
    return kept === undefined ? [] : (JSON.parse(String(kept)) as DisturbanceName[]);
  };
  const each = (party: string): Disturbance[] => of(party).map((name) => disturbances[name]);
  return {
    of,
    set: (party: string, name: DisturbanceName, on: boolean) => {
      const names = [...of(party).filter((known) => known !== name), ...(on ? [name] : [])];
      store.run(
        `INSERT INTO setting (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        key(party),
        JSON.stringify(names),
      );
    },
    keepsCdrs: (party: string) => each(party).some(({ keepsCdrs }) => keepsCdrs),
    answer: (party: string, incoming: Incoming, ask: Ask): Promise<Answer> =>
      each(party).reduce<Ask>(
        (inner, { answer }) => (answer ? (query) => answer({ ...incoming, query }, inner) : inner),
        ask,
      )(incoming.query),
    transport:
      (party: string, send: Transport): Transport =>
      (request) =>
        each(party).reduce<Transport>(
          (inner, { push }) => (push ? (out) => push(out, inner) : inner),
          send,
        )(request),
  };
}
