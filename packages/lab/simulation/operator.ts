import {
  cdrOf,
  sessionOf,
  type OutboundRequest,
  type OutboundResponse,
} from "@voltmarg/testkit/service-parts";
import { plugCost } from "../faults/plugs/plug-cost.ts";

/** A charge as it really is at the operator. Times in epoch milliseconds. */
export type Charge = {
  reference: string;
  driverId: string;
  evseUid: string;
  sessionId: string;
  /** Path at our receiver for the result of the start. */
  resultPath: string;
  accepted: boolean;
  resultTold: boolean;
  /** Null: the car was never plugged in. */
  start: number | null;
  ends: number | null;
  recordTold: boolean;
};

export type Operator = {
  charges: Charge[];
  /** START_SESSION commands that arrived, by our reference. */
  starts: Map<string, number>;
  /** Answers as the operator's HTTP API would. */
  answer(request: OutboundRequest): OutboundResponse;
  /** A change at a plug: a car comes or leaves. */
  live(): void;
  /** Every car leaves. */
  endAll(): void;
  session(charge: Charge): object;
  /** Null: still charging. */
  record(charge: Charge): ReturnType<typeof recordOf> | null;
};

export const PARTY = "SIM";
export const BASE = "https://sim.example/ocpi";
const KW = 48;
const TARIFF = { energy: 20 };
const iso = (at: number) => new Date(at).toISOString();
/** Meters count whole seconds. */
const whole = (at: number) => Math.floor(at / 1000) * 1000;

export function simulateOperator(deps: {
  nowMs(): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}): Operator {
  const { nowMs, chance } = deps;
  const charges: Charge[] = [];
  const starts = new Map<string, number>();

  const startSession = (body: Record<string, string>) => {
    const reference = body["authorization_reference"]!;
    const token = body["token"] as unknown as { uid: string };
    const count = (starts.get(reference) ?? 0) + 1;
    starts.set(reference, count);
    const accepted = chance(0.85);
    charges.push({
      reference,
      driverId: token.uid,
      evseUid: body["evse_uid"]!,
      sessionId: `S${charges.length + 1}`,
      resultPath: body["response_url"]!.replace(/^.*(?=\/ocpi\/emsp)/, ""),
      accepted,
      resultTold: false,
      start: null,
      ends: null,
      recordTold: false,
    });
    return { result: accepted ? "ACCEPTED" : "REJECTED", timeout: 30 };
  };
  const stopSession = (body: Record<string, string>) => {
    const charge = charges.find(({ sessionId }) => sessionId === body["session_id"]);
    if (!charge || charge.start === null) return { result: "UNKNOWN_SESSION", timeout: 0 };
    if (charge.ends !== null || chance(0.1)) return { result: "REJECTED", timeout: 0 };
    if (chance(0.9)) charge.ends = Math.max(whole(nowMs()), charge.start + 1000);
    return { result: "ACCEPTED", timeout: 30 };
  };

  return {
    charges,
    starts,
    answer: ({ method, url, body }) => {
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace(/^\/ocpi/, "");
      const from = Date.parse(searchParams.get("date_from") ?? "2000-01-01T00:00:00Z");
      const told = typeof body === "string" ? (JSON.parse(body) as Record<string, string>) : {};
      const isNew = (each: { last_updated: string }) => Date.parse(each.last_updated) >= from;
      const data =
        method === "POST" && path === "/commands/START_SESSION"
          ? startSession(told)
          : method === "POST" && path === "/commands/STOP_SESSION"
            ? stopSession(told)
            : path === "/sessions"
              ? charges
                  .filter(({ start }) => start !== null)
                  .map((charge) => sessionAt(charge, nowMs()))
                  .filter(isNew)
              : path === "/cdrs"
                ? charges.flatMap((charge) => recordAt(charge) ?? []).filter(isNew)
                : [];
      return {
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ data, status_code: 1000, timestamp: iso(nowMs()) }),
      };
    },
    live: () => {
      const plugged = charges.filter((c) => c.accepted && c.start === null && c.ends === null);
      const charging = charges.filter((c) => c.start !== null && c.ends === null);
      if (plugged.length > 0 && chance(0.7)) {
        const charge = deps.pick(plugged);
        // Some cars never plug in.
        if (chance(0.1)) charge.accepted = false;
        else charge.start = whole(nowMs());
      } else if (charging.length > 0) {
        const charge = deps.pick(charging);
        charge.ends = Math.max(whole(nowMs()), charge.start! + 1000);
      }
    },
    endAll: () => {
      for (const charge of charges) {
        if (charge.start === null) charge.accepted = false;
        else charge.ends ??= Math.max(whole(nowMs()), charge.start + 1000);
      }
    },
    session: (charge) => sessionAt(charge, nowMs()),
    record: recordAt,
  };
}

const tokenOf = ({ driverId }: Charge) => ({
  country_code: "IN",
  party_id: "VMG",
  uid: driverId,
  type: "APP_USER",
  contract_id: "IN-VMG-1",
});

function usedUntil(charge: Charge, at: number) {
  const seconds = Math.max(
    0,
    (Math.min(charge.ends ?? Infinity, whole(at)) - charge.start!) / 1000,
  );
  return { seconds, wh: Math.floor((KW * 1000 * seconds) / 3600) };
}

const periodOf = (charge: Charge, { seconds, wh }: { seconds: number; wh: number }) => ({
  start_date_time: iso(charge.start!),
  dimensions: [
    { type: "ENERGY", volume: wh / 1000 },
    { type: "TIME", volume: seconds / 3600 },
  ],
});

function sessionAt(charge: Charge, at: number) {
  const used = usedUntil(charge, at);
  const { ends, start } = charge;
  return sessionOf(charge.sessionId, {
    party_id: PARTY,
    authorization_reference: charge.reference,
    cdr_token: tokenOf(charge),
    start_date_time: iso(start!),
    ...(ends === null ? {} : { end_date_time: iso(ends) }),
    location_id: "P",
    evse_uid: charge.evseUid,
    kwh: used.wh / 1000,
    charging_periods: used.seconds > 0 ? [periodOf(charge, used)] : [],
    status: ends === null ? "ACTIVE" : "COMPLETED",
    last_updated: iso(ends ?? whole(at)),
  });
}

const recordAt = (charge: Charge) =>
  charge.start === null || charge.ends === null
    ? null
    : recordOf(charge, charge.start, charge.ends);

function recordOf(charge: Charge, start: number, ends: number) {
  const used = usedUntil(charge, ends);
  const { net, total } = plugCost(TARIFF, { wh: used.wh, charging: used.seconds, parked: 0 });
  const form = cdrOf(`${charge.sessionId}-c`);
  return {
    ...form,
    party_id: PARTY,
    session_id: charge.sessionId,
    authorization_reference: charge.reference,
    cdr_token: tokenOf(charge),
    cdr_location: { ...form.cdr_location, id: "P", evse_uid: charge.evseUid },
    start_date_time: iso(start),
    end_date_time: iso(ends),
    charging_periods: [periodOf(charge, used)],
    total_energy: used.wh / 1000,
    total_time: used.seconds / 3600,
    total_cost: { excl_vat: net / 100, incl_vat: total / 100 },
    last_updated: iso(ends),
  };
}
