import {
  cdrFrom,
  periodOf,
  sessionFrom,
  whOf,
  type Reported,
  type Stretch,
} from "../../../operator.ts";
import { costOf, finalStretches, type Plan, secondsOf } from "./plan.ts";

/** One push of the operator, and the second after the start at which it is due. */
export type Message = {
  second: number;
  /** A loss of these is not repaired by polling the session. */
  isRecord: boolean;
  method: "PUT" | "PATCH" | "POST";
  path: string;
  body: Record<string, unknown>;
};

/** One run of a plan: the charge it belongs to, and its ids. It begins two seconds after it was requested. */
export type Telling = Reported & {
  /** Epoch milliseconds of its request. */
  requested: number;
  /** Path of the command result at our receiver. */
  resultPath: string;
};

/** All messages of the operator about a charge, in order. */
export function messagesOf(plan: Plan, telling: Telling): Message[] {
  const { stretches, end } = plan;
  const session = `/sessions/IN/${telling.party}/${telling.sessionId}`;
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

const instant = ({ requested }: Telling, second: number) => requested + second * 1000;
const at = (telling: Telling, second: number) => new Date(instant(telling, second)).toISOString();

const wholeSession = (
  telling: Telling,
  second: number,
  stretches: readonly Stretch[],
  status: string,
) =>
  sessionFrom(telling, {
    at: instant(telling, second),
    status,
    stretches,
    ends: status === "COMPLETED" || status === "INVALID" ? instant(telling, second) : undefined,
  });

function recordOf(plan: Plan, telling: Telling, id: string, second: number) {
  const { stretches, namesStart } = plan;
  const { authorization_reference, ...whole } = cdrFrom(telling, {
    id,
    at: instant(telling, second),
    stretches,
    cost: costOf(plan),
  });
  return { ...whole, ...(namesStart && { authorization_reference }) };
}
