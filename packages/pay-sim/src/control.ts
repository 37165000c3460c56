import type { IncomingMessage } from "node:http";
import { answerTo, failed, json, notThere, withObject, type Answer } from "./answer.ts";
import { refused } from "./api-error.ts";
import { newId, type Order, type Payment, type Refund } from "./entities.ts";
import { answerHeld } from "./held-orders.ts";
import { REPORT_SCENARIOS, settle, SETTLEMENT_TRAPS } from "./settlements.ts";
import { pay, putOddPayment } from "./payments.ts";
import {
  findPayment,
  nowSeconds,
  REFUND_SCENARIOS,
  refundScenarioOf,
  SCENARIOS,
  scenarioOf,
  type Provider,
} from "./provider.ts";
import { PORTAL_SCENARIOS, portalScenarioOf } from "./registration-portal.ts";
import { announce, DISPUTE_EVENTS, type Delivery, type Dispute } from "./webhooks.ts";

/** The control API for tests and seeding; from this machine only. */
export function control(
  provider: Provider,
  request: IncomingMessage,
  path: string,
  body: string,
): Answer {
  const from = request.socket.remoteAddress ?? "";
  if (!/^(?:::ffff:)?127\.|^::1$/.test(from) || request.headers.origin !== undefined) {
    return notThere();
  }
  switch (path) {
    case "GET /control/scenario":
      return json(200, { name: scenarioOf(provider), names: SCENARIOS });
    case "POST /control/scenario":
      return withObject(body, ({ name }) => choose(provider, "scenario", SCENARIOS, name));
    case "GET /control/refund-scenario":
      return json(200, { name: refundScenarioOf(provider), names: REFUND_SCENARIOS });
    case "POST /control/refund-scenario":
      return withObject(body, ({ name, order_id }) => {
        const setting = typeof order_id === "string" ? ` ${order_id}` : "";
        return choose(provider, `refund_scenario${setting}`, REFUND_SCENARIOS, name);
      });
    case "POST /control/portal-scenario":
      return withObject(body, ({ name }) =>
        choose(provider, "portal_scenario", PORTAL_SCENARIOS, name),
      );
    case "POST /control/report-scenario":
      return withObject(body, ({ name }) =>
        choose(provider, "report_scenario", REPORT_SCENARIOS, name),
      );
    case "POST /control/settle":
      return withObject(body, ({ traps }) => payOut(provider, traps));
    case "GET /control/portal":
      return json(200, {
        calls: provider.portalCalls,
        scenario: portalScenarioOf(provider),
        documents: provider.journal.all("irn"),
      });
    case "GET /control/totals":
      return json(200, totals(provider));
    case "GET /control/calls":
      return json(200, { calls: provider.calls });
    case "GET /control/record":
      return json(200, record(provider));
    case "POST /control/answer-held":
      return json(200, { answered: answerHeld(provider) });
    case "POST /control/payment":
      return withObject(body, (value) => oddPayment(provider, value));
    case "POST /control/deliver-now":
      return json(200, deliverNow(provider));
    case "POST /control/pay":
      return withObject(body, ({ order_id, method = "upi", vpa }) => {
        if (method !== "upi" && method !== "card") {
          return failed(refused("The method must be upi or card.", { field: "method" }).failure);
        }
        return answerTo(
          pay(provider, {
            orderId: String(order_id),
            method,
            ...(typeof vpa === "string" && { vpa }),
          }),
        );
      });
    case "POST /control/dispute":
      return withObject(body, (value) => dispute(provider, value));
    default:
      return notThere();
  }
}

function choose(
  provider: Provider,
  setting: string,
  names: readonly string[],
  name: unknown,
): Answer {
  const known = names.find((each) => each === name);
  if (known === undefined) {
    const told = `The scenarios are ${names.join(", ")}.`;
    return failed(refused(told, { field: "name" }).failure);
  }
  provider.journal.write([["setting", setting, known]]);
  return json(200, { name: known });
}

/** Makes a settlement now, with what is to be wrong of it; null where nothing is to be paid out. */
function payOut(provider: Provider, traps: unknown = []): Answer {
  const chosen = Array.isArray(traps)
    ? SETTLEMENT_TRAPS.filter((each) => traps.includes(each))
    : [];
  if (chosen.length !== (traps as unknown[]).length) {
    const told = `The traps are ${SETTLEMENT_TRAPS.join(", ")}.`;
    return failed(refused(told, { field: "traps" }).failure);
  }
  return json(200, settle(provider, chosen));
}

/** The provider's own totals, in paise: captured, refunded, and not yet reported by a webhook. */
function totals(provider: Provider) {
  const captured = provider.journal.all<Payment>("payment").filter((payment) => payment.captured);
  const refunds = provider.journal.all<Refund>("refund");
  const sum = (list: readonly { amount: number }[]) =>
    list.reduce((total, { amount }) => total + amount, 0);
  return {
    captured: sum(captured),
    payments: captured.length,
    refunded: sum(refunds.filter(({ status }) => status === "processed")),
    refunds: refunds.length,
    pending: sum(refunds.filter(({ status }) => status === "pending")),
    untold: provider.journal.all<Delivery>("delivery").length,
  };
}

/** All data of the provider. */
const record = ({ journal }: Provider) => ({
  orders: journal.all<Order>("order"),
  payments: journal.all<Payment>("payment"),
  refunds: journal.all<Refund>("refund"),
});

const PAYMENT_STATUSES = ["authorized", "captured", "refunded", "failed"] as const;

/** Adds a payment as given, without a webhook. */
function oddPayment(provider: Provider, value: Record<string, unknown>): Answer {
  const { id, order_id, amount, currency = "INR" } = value;
  const status = PAYMENT_STATUSES.find((each) => each === (value["status"] ?? "captured"));
  if (typeof order_id !== "string" || !Number.isSafeInteger(amount) || status === undefined) {
    return failed(refused("An order, an amount and a status are needed.").failure);
  }
  return json(
    200,
    putOddPayment(provider, {
      id: typeof id === "string" ? id : null,
      order_id,
      amount: amount as number,
      currency: String(currency),
      status,
    }),
  );
}

/** Makes all pending retries due at once. */
function deliverNow(provider: Provider) {
  const due_at = provider.clock.now();
  const waiting = provider.journal.all<Delivery>("delivery").filter((each) => each.due_at > due_at);
  provider.journal.write(
    waiting.map((each) => ["delivery", each.id, { ...each, due_at }] as const),
  );
  return { hurried: waiting.length };
}

/** Ten days. */
const RESPOND_S = 864_000;

/** The bank reopens a payment; a webhook reports it at once. */
function dispute(provider: Provider, value: Record<string, unknown>): Answer {
  const payment = findPayment(provider, String(value["payment_id"]));
  const event = DISPUTE_EVENTS.find((each) => each === (value["event"] ?? "created"));
  if (payment === undefined || event === undefined) {
    return failed(refused("A payment and an event are needed.", { field: "payment_id" }).failure);
  }
  const told: Dispute = {
    id: typeof value["id"] === "string" ? value["id"] : newId("disp"),
    entity: "dispute",
    payment_id: payment.id,
    amount: typeof value["amount"] === "number" ? value["amount"] : payment.amount,
    currency: "INR",
    amount_deducted:
      typeof value["amount_deducted"] === "number"
        ? value["amount_deducted"]
        : event === "lost"
          ? payment.amount
          : 0,
    status: event === "created" ? "open" : event,
    reason_code: "chargeback",
    respond_by: nowSeconds(provider) + RESPOND_S,
    created_at: nowSeconds(provider),
  };
  provider.journal.write([["dispute", told.id, told]]);
  if (value["silent"] === true) return json(200, told);
  provider.journal.write(
    announce(provider, [
      { event: `payment.dispute.${event}`, payload: { payment, dispute: told } },
    ]),
  );
  return json(200, told);
}
