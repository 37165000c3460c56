import {
  evseStatuses,
  type OcpiClient,
  type VersionNumber,
  versions,
  writeDateTime,
} from "@voltmarg/ocpi";
import type { Charges } from "./charging/charges.ts";
import type { ChargeRecord } from "./charging/charge-record.ts";
import { type Answer, json } from "./http.ts";
import { sendInvoice } from "./invoices.ts";
import type { Pushes } from "./pushes.ts";
import { disturbances, type Disturbances, isDisturbanceName } from "./roaming/disturbances.ts";
import { isScenarioName, type ScenarioBindings, scenarios } from "./scenarios.ts";
import type { Place, Stations } from "./stations.ts";
import type { Store } from "./store.ts";
import type { Traffic } from "./traffic.ts";

type Fields = Record<string, unknown>;
type Call = (fields: Fields) => unknown;

class Refusal extends Error {}
const refuse = (message: string): never => {
  throw new Refusal(message);
};

/** The control API for testers: JSON in, JSON out, from this machine only. */
export function createControl(options: {
  store: Store;
  pushes: Pushes;
  charges: Charges;
  scenarios: ScenarioBindings;
  traffic: Traffic;
  stationsOf(operator: string): Stations | undefined;
  operators(): readonly { country_code: string; party_id: string }[];
  forget(operator: string): void;
  clientOf(operator: string): OcpiClient | null;
  /** Renews the operator's tokens; returns the error, or null. */
  rotate(operator: string): Promise<string | null>;
  /** Sets the versions of OCPI that the operator offers. */
  offer(operator: string, some: readonly VersionNumber[]): void;
  /** Registers the operator at an eMSP with the token that eMSP issued; returns the error, or null. */
  introduce(operator: string, versionsUrl: string, token: string): Promise<string | null>;
  disturbed: Disturbances;
  now(): number;
  /** Runs after every call, so that its effects are sent. */
  settle(): void;
}) {
  const { store, pushes, charges, traffic, now } = options;

  function placeOf({ location_id, evse_uid }: Fields): Place {
    if (typeof location_id !== "string" || typeof evse_uid !== "string") {
      return refuse("location_id and evse_uid are required");
    }
    return (
      options.stationsOf(location_id.slice(0, 3))?.place(location_id, evse_uid) ??
      refuse("no such evse")
    );
  }

  const documents = (table: "session" | "command" | "cdr") =>
    store
      .all(`SELECT data FROM ${table} ORDER BY seq`)
      .map(({ data }) => JSON.parse(String(data)) as unknown);

  const calls: Record<string, Call> = {
    "POST /control/scenario": ({ name, evse_uid, times }) => {
      if (!isScenarioName(name))
        return refuse(`name is one of ${Object.keys(scenarios).join(", ")}`);
      if (evse_uid !== undefined && typeof evse_uid !== "string")
        return refuse("evse_uid is a text");
      if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0))
        return refuse("times is 1 or more");
      options.scenarios.bind(name, evse_uid, times as number | undefined);
      return { name, evse_uid, times };
    },
    "POST /control/plug": (fields) => {
      const { location, evse } = placeOf(fields);
      if (typeof fields.plugged !== "boolean") return refuse("plugged is true or false");
      const charge = charges.openAt(evse.uid);
      if (charge && !fields.plugged) charges.end(charge, now());
      else
        options.stationsOf(location.party_id)!.change(evse.uid, { plugged: fields.plugged }, now());
      return { evse_uid: evse.uid, plugged: fields.plugged };
    },
    "POST /control/status": (fields) => {
      const { location, evse } = placeOf(fields);
      const status = evseStatuses.find((each) => each === fields.status);
      if (!status) return refuse(`status is one of ${evseStatuses.join(", ")}`);
      options.stationsOf(location.party_id)!.change(evse.uid, { status }, now());
      pushes.add(location.party_id, evse.uid, {
        kind: "evse",
        locationId: location.id,
        evseUid: evse.uid,
        patch: { status, last_updated: writeDateTime(now()) },
      });
      return { evse_uid: evse.uid, status };
    },
    "POST /control/appetite": ({ evse_uid, take_kwh, at_kw, stays_min }) => {
      if (typeof evse_uid !== "string" || !options.stationsOf(evse_uid.slice(0, 3))?.find(evse_uid))
        return refuse("no such evse_uid");
      if (typeof take_kwh !== "number" || !(take_kwh > 0 && take_kwh <= 1000))
        return refuse("take_kwh is more than 0, up to 1000");
      if (typeof at_kw !== "number" || !(at_kw > 0 && at_kw <= 1000))
        return refuse("at_kw is more than 0, up to 1000");
      if (stays_min !== undefined && !(typeof stays_min === "number" && stays_min >= 0))
        return refuse("stays_min is 0 or more");
      charges.expect(evse_uid, {
        takes: Math.round(take_kwh * 1000),
        intake: Math.round(at_kw * 1000),
        lingers: Math.round((stays_min ?? 10) * 60),
      });
      return { evse_uid, take_kwh, at_kw };
    },
    "POST /control/traffic": ({ on }) => {
      if (typeof on !== "boolean") return refuse("on is true or false");
      traffic.set(on);
      return { on };
    },
    "POST /control/unregister": ({ party_id }) => {
      if (typeof party_id !== "string" || !options.stationsOf(party_id))
        return refuse("no such party_id");
      options.forget(party_id);
      return { party_id };
    },
    "POST /control/disturb": ({ name, party_id, on }) => {
      if (!isDisturbanceName(name))
        return refuse(`name is one of ${Object.keys(disturbances).join(", ")}`);
      if (on !== undefined && typeof on !== "boolean") return refuse("on is true or false");
      if (party_id !== undefined && !(typeof party_id === "string" && options.stationsOf(party_id)))
        return refuse("no such party_id");
      const parties =
        typeof party_id === "string"
          ? [party_id]
          : options.operators().map((each) => each.party_id);
      for (const each of parties) options.disturbed.set(each, name, on ?? true);
      return { name, party_id: parties, on: on ?? true };
    },
    "GET /control/disturb": () =>
      options.operators().map(({ party_id }) => ({
        party_id,
        disturbances: options.disturbed.of(party_id),
      })),
    "POST /control/versions": ({ party_id, versions: named }) => {
      if (typeof party_id !== "string" || !options.stationsOf(party_id))
        return refuse("no such party_id");
      const some = versions.filter((each) => Array.isArray(named) && named.includes(each));
      if (some.length === 0) return refuse(`versions are some of ${versions.join(", ")}`);
      options.offer(party_id, some);
      return { party_id, versions: some };
    },
    "GET /control/operators": () => options.operators(),
    "GET /control/sessions": () =>
      (documents("session") as ChargeRecord[]).map((record) => charges.wire(record)),
    "GET /control/commands": () => documents("command"),
    "GET /control/cdrs": () => documents("cdr"),
  };

  /** Actions that call the eMSP, and so take some time. */
  const slowCalls: Record<string, (party: string, fields: Fields) => Promise<string | null>> = {
    "POST /control/rotate": (party) => options.rotate(party),
    "POST /control/introduce": (party, { versions_url, token }) =>
      options.introduce(party, String(versions_url), String(token)),
    "POST /control/invoice": (party, fields) => {
      const { country_code, party_id } = options.stationsOf(party)!.catalogue.facts;
      const of = { country_code, party_id };
      return sendInvoice(store, options.clientOf(party), of, fields, now());
    },
  };
  async function slowly(run: (typeof slowCalls)[string], fields: Fields): Promise<Answer> {
    const { party_id } = fields;
    if (typeof party_id !== "string" || !options.stationsOf(party_id))
      return json(400, { message: "no such party_id" });
    const wrong = await run(party_id, fields);
    return wrong === null ? json(200, { party_id }) : json(502, { message: wrong });
  }

  return function handle(
    method: string,
    path: string,
    body: string,
    remote: string | undefined,
  ): Answer | Promise<Answer> {
    if (!isLoopback(remote)) return json(403, { message: "control is for this machine only" });
    const call = calls[`${method} ${path}`];
    const slow = slowCalls[`${method} ${path}`];
    if (!call && !slow)
      return json(404, {
        message: `one of ${[...Object.keys(calls), ...Object.keys(slowCalls)].join(", ")}`,
      });
    let fields: unknown = {};
    try {
      if (body !== "") fields = JSON.parse(body);
    } catch {
      return json(400, { message: "the body is not JSON" });
    }
    if (fields === null || typeof fields !== "object")
      return json(400, { message: "the body is not an object" });
    if (slow) return slowly(slow, fields as Fields);
    try {
      const answer = store.transact(() => call!(fields as Fields));
      options.settle();
      return json(200, answer);
    } catch (error) {
      if (error instanceof Refusal) return json(400, { message: error.message });
      throw error;
    }
  };
}

function isLoopback(address: string | undefined): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address ?? "");
}
