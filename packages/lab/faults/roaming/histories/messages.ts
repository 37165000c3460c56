import { cdrOf, sessionOf } from "@voltmarg/testkit/test-bed";
import { costOf, finalStretches, type Plan, secondsOf, type Stretch } from "./plan.ts";

/** One push of the operator, and the second after the start at which it is due. */
export type Message = {
  second: number;
  /** A loss of these is not repaired by polling the session. */
  isRecord: boolean;
  method: "PUT" | "PATCH" | "POST";
  path: string;
  body: Record<string, unknown>;
};

/** One run of a plan: the charge it belongs to, and its ids. */
export type Telling = {
  partyId: string;
  place: string;
  evseUid: string;
  /** Our authorization reference from the start. */
  reference: string;
  sessionId: string;
  /** Epoch milliseconds of its start. */
  start: number;
  driverId: string;
  /** Path of the command result at our receiver. */
  resultPath: string;
};

/** All messages of the operator about a charge, in order. */
export function messagesOf(plan: Plan, telling: Telling): Message[] {
  const { stretches, end } = plan;
  const session = `/sessions/IN/${telling.partyId}/${telling.sessionId}`;
  const told = (second: number, done: readonly Stretch[], status: string) =>
    wholeSession(telling, second, done, status);
  const messages: Message[] = [];
  const push = (
    second: number,
    method: Message["method"],
    path: string,
    body: object,
    isRecord = false,
  ) => messages.push({ second, method, path, isRecord, body: body as Message["body"] });

  push(0, "POST", telling.resultPath, { result: "ACCEPTED" });
  push(1, "PUT", session, told(1, [], "PENDING"));
  push(2, "PUT", session, told(2, [], "ACTIVE"));
  stretches.forEach((stretch, index) => {
    const done = stretches.slice(0, index + 1);
    const second = 2 + stretch.from + stretch.seconds;
    const isLast = index === stretches.length - 1;
    const status = isLast ? end : "ACTIVE";
    if (plan.tellsMeter && stretch.wh > 1) {
      const kwh = whOf(stretches.slice(0, index)) + Math.floor(stretch.wh / 2);
      push(second - 5, "PATCH", session, {
        kwh: kwh / 1000,
        last_updated: at(telling, second - 5),
      });
    }
    if (plan.tellsWhole || (isLast && end === "INVALID")) {
      push(second, "PUT", session, told(second, done, status));
      return;
    }
    push(second, "PATCH", session, {
      kwh: whOf(done) / 1000,
      charging_periods: [periodOf(telling, stretch)],
      status,
      ...(isLast ? { end_date_time: at(telling, second) } : {}),
      last_updated: at(telling, second),
    });
  });
  if (end === "INVALID") return messages;

  const last = 2 + secondsOf(plan);
  const record = recordOf(plan, telling, `${telling.sessionId}-c`, last + 5);
  push(last + 5, "POST", "/cdrs", record, true);
  if (plan.corrected === null) return messages;
  const { excl_vat, incl_vat } = record.total_cost;
  push(
    last + 20,
    "POST",
    "/cdrs",
    {
      ...record,
      id: `${telling.sessionId}-x`,
      credit: true,
      credit_reference_id: record.id,
      total_cost: { excl_vat: -excl_vat, incl_vat: -incl_vat },
      last_updated: at(telling, last + 20),
    },
    true,
  );
  const corrected = { ...plan, stretches: finalStretches(plan) };
  push(
    last + 30,
    "POST",
    "/cdrs",
    recordOf(corrected, telling, `${telling.sessionId}-n`, last + 30),
    true,
  );
  return messages;
}

/** The session as a poll of the operator returns it so many seconds after the start; null: not yet created. */
export function sessionAt(plan: Plan, telling: Telling, second: number) {
  if (second < 1) return null;
  const done = plan.stretches.filter(({ from, seconds }) => 2 + from + seconds <= second);
  const last = done.at(-1);
  if (done.length === plan.stretches.length) {
    return wholeSession(telling, 2 + secondsOf(plan), done, plan.end);
  }
  if (second < 2) return wholeSession(telling, 1, [], "PENDING");
  return wholeSession(telling, last ? 2 + last.from + last.seconds : 2, done, "ACTIVE");
}

const at = ({ start }: Telling, second: number) => new Date(start + second * 1000).toISOString();
const whOf = (stretches: readonly Stretch[]) => stretches.reduce((sum, { wh }) => sum + wh, 0);

const periodOf = (telling: Telling, { from, seconds, wh }: Stretch) => ({
  start_date_time: at(telling, 2 + from),
  dimensions:
    wh > 0
      ? [
          { type: "ENERGY" as const, volume: wh / 1000 },
          { type: "TIME" as const, volume: seconds / 3600 },
        ]
      : [{ type: "PARKING_TIME" as const, volume: seconds / 3600 }],
});

const tokenOf = ({ driverId }: Telling) => ({
  country_code: "IN",
  party_id: "VMG",
  uid: driverId,
  type: "APP_USER",
  contract_id: "IN-VMG-1",
});

function wholeSession(
  telling: Telling,
  second: number,
  stretches: readonly Stretch[],
  status: string,
) {
  return sessionOf(telling.sessionId, {
    party_id: telling.partyId,
    authorization_reference: telling.reference,
    cdr_token: tokenOf(telling),
    start_date_time: at(telling, 2),
    ...(status === "COMPLETED" || status === "INVALID"
      ? { end_date_time: at(telling, second) }
      : {}),
    location_id: telling.place,
    evse_uid: telling.evseUid,
    kwh: whOf(stretches) / 1000,
    charging_periods: stretches.map((stretch) => periodOf(telling, stretch)),
    status,
    last_updated: at(telling, second),
  });
}

function recordOf(plan: Plan, telling: Telling, id: string, second: number) {
  const { stretches } = plan;
  const { net, total } = costOf(plan);
  const parked = stretches.filter(({ wh }) => wh === 0);
  const hours = (some: readonly Stretch[]) =>
    some.reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
  const { authorization_reference: _, ...whole } = cdrOf(id);
  return {
    ...whole,
    party_id: telling.partyId,
    session_id: telling.sessionId,
    ...(plan.namesStart ? { authorization_reference: telling.reference } : {}),
    cdr_token: tokenOf(telling),
    cdr_location: { ...whole.cdr_location, id: telling.place, evse_uid: telling.evseUid },
    start_date_time: at(telling, 2),
    end_date_time: at(telling, 2 + secondsOf(plan)),
    charging_periods: stretches.map((stretch) => periodOf(telling, stretch)),
    total_energy: whOf(stretches) / 1000,
    total_time: hours(stretches),
    ...(parked.length > 0 ? { total_parking_time: hours(parked) } : {}),
    total_cost: { excl_vat: net / 100, incl_vat: total / 100 },
    last_updated: at(telling, second),
  };
}
