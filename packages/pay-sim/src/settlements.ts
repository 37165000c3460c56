import type { Payment, Refund } from "./entities.ts";
import { newId } from "./entities.ts";
import { nowSeconds, type Provider } from "./provider.ts";
import type { Dispute } from "./webhooks.ts";

/** A line of the settlement report, of the fields that are simulated. Paise; `fee` contains `tax`. */
export type ReportLine = {
  entity_id: string;
  type: "payment" | "refund" | "adjustment";
  debit: number;
  credit: number;
  amount: number;
  currency: string;
  fee: number;
  tax: number;
  on_hold: false;
  settled: boolean;
  created_at: number;
  settled_at: number;
  settlement_id: string;
  settlement_utr: string;
  payment_id: string | null;
  order_id: string | null;
  order_receipt: null;
  dispute_id: string | null;
  method: string | null;
};
/** A payout to the shop's bank account. */
export type Settlement = {
  id: string;
  entity: "settlement";
  amount: number;
  status: "processed" | "failed";
  fees: 0;
  tax: 0;
  utr: string;
  created_at: number;
};
/** A line with the days in whose report it is, and from when on, in ms. */
type Reported = { line: ReportLine; days: string[]; from: number };

/** What one settlement has wrong. */
export const SETTLEMENT_TRAPS = [
  /** a payment that the shop never had */
  "unknown_payment",
  /** of its first payment a rupee less */
  "wrong_amount",
  "wrong_currency",
  /** a line of an earlier settlement once more */
  "settled_twice",
  /** five rupees less reach the bank than its lines come to */
  "sum_differs",
  /** its lines are in the next day's report too */
  "repeated",
  /** its last line comes into its report a day later */
  "late_line",
  /** it is made although less than nothing is to be paid out */
  "negative",
  /** the bank refuses it */
  "failed",
] as const;
export type SettlementTrap = (typeof SETTLEMENT_TRAPS)[number];

export const REPORT_SCENARIOS = [
  "fine",
  /** 503 */
  "away",
  /** each answer waits for `POST /control/answer-held` */
  "slow",
  /** pages after the first are 502 */
  "first_page_only",
  /** a line without an amount */
  "unreadable",
] as const;
export type ReportScenario = (typeof REPORT_SCENARIOS)[number];
export const reportScenarioOf = (provider: Provider): ReportScenario =>
  provider.journal.get<ReportScenario>("setting", "report_scenario") ?? "fine";

const DAY_MS = 86_400_000;
const INDIA_AHEAD_MS = 5.5 * 3_600_000;
const dayOf = (ms: number) => new Date(ms + INDIA_AHEAD_MS).toISOString().slice(0, 10);

/** Pays out what was captured since the last settlement, less fees, refunds and disputes. Null: nothing is to be paid out. */
export function settle(provider: Provider, traps: readonly SettlementTrap[]): Settlement | null {
  const { journal } = provider;
  const has = (trap: SettlementTrap) => traps.includes(trap);
  const at = nowSeconds(provider);
  const id = newId("setl");
  const utr = `UTR${id.slice(-10).toUpperCase()}`;
  const due = dueLines(provider, { at, id, utr });
  const lines = has("settled_twice") ? [...due, again(provider, { at, id, utr })] : due;
  if (has("unknown_payment")) lines.push(unknownPayment({ at, id, utr }));
  const first = lines.find(({ type }) => type === "payment");
  if (first && has("wrong_amount")) Object.assign(first, wrong(first));
  if (first && has("wrong_currency")) first.currency = "USD";
  const net = lines.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
  if (lines.length === 0 || (net <= 0 && !has("negative"))) return null;
  const settlement: Settlement = {
    id,
    entity: "settlement",
    amount: net - (has("sum_differs") ? 500 : 0),
    status: has("failed") ? "failed" : "processed",
    fees: 0,
    tax: 0,
    utr,
    created_at: at,
  };
  const now = provider.clock.now();
  const days = has("repeated") ? [dayOf(now), dayOf(now + DAY_MS)] : [dayOf(now)];
  journal.write([
    ["settlement", id, settlement],
    ...lines.map((line, n) => {
      const isLate = has("late_line") && n === lines.length - 1;
      const reported: Reported = { line, days, from: now + (isLate ? DAY_MS : 0) };
      return ["report_line", `${id} ${line.entity_id}`, reported] as const;
    }),
    ...due.map((line) => ["settled", settledAs(line), id] as const),
  ]);
  return settlement;
}

/** The lines of a day's report. */
export const reportOf = (provider: Provider, day: string): ReportLine[] =>
  provider.journal
    .all<Reported>("report_line")
    .filter(({ days, from }) => days.includes(day) && from <= provider.clock.now())
    .map(({ line }) => line);

type Payout = { at: number; id: string; utr: string };

const settledAs = ({ entity_id, dispute_id }: ReportLine) => dispute_id ?? entity_id;

function dueLines(provider: Provider, payout: Payout): ReportLine[] {
  const { journal } = provider;
  const payments = journal
    .all<Payment>("payment")
    .filter(({ captured }) => captured)
    .map((payment) =>
      lineOf(payout, {
        ...payment,
        entity_id: payment.id,
        type: "payment",
        fee: payment.fee ?? 0,
        tax: payment.tax ?? 0,
        credit: payment.amount - (payment.fee ?? 0),
      }),
    );
  const refunds = journal
    .all<Refund>("refund")
    .filter(({ status }) => status === "processed")
    .map((refund) =>
      lineOf(payout, { ...refund, entity_id: refund.id, type: "refund", debit: refund.amount }),
    );
  const disputes = journal
    .all<Dispute>("dispute")
    .filter(({ amount_deducted }) => amount_deducted > 0)
    .map(({ id, amount_deducted: amount, created_at }) =>
      lineOf(payout, {
        entity_id: newId("adj"),
        type: "adjustment",
        amount,
        debit: amount,
        dispute_id: id,
        created_at,
      }),
    );
  return [...payments, ...refunds, ...disputes].filter(
    (line) => journal.get("settled", settledAs(line)) === undefined,
  );
}

function lineOf(
  { at, id, utr }: Payout,
  of: Pick<ReportLine, "entity_id" | "type" | "amount" | "created_at"> & Partial<ReportLine>,
): ReportLine {
  return {
    entity_id: of.entity_id,
    type: of.type,
    debit: of.debit ?? 0,
    credit: of.credit ?? 0,
    amount: of.amount,
    currency: of.currency ?? "INR",
    fee: of.fee ?? 0,
    tax: of.tax ?? 0,
    on_hold: false,
    settled: true,
    created_at: of.created_at,
    settled_at: at,
    settlement_id: id,
    settlement_utr: utr,
    payment_id: of.payment_id ?? null,
    order_id: of.order_id ?? null,
    order_receipt: null,
    dispute_id: of.dispute_id ?? null,
    method: of.method ?? null,
  };
}

const unknownPayment = (payout: Payout) =>
  lineOf(payout, {
    entity_id: newId("pay"),
    type: "payment",
    amount: 10_000,
    credit: 9_764,
    fee: 236,
    tax: 36,
    created_at: payout.at,
  });

const wrong = ({ amount, credit }: ReportLine) => ({ amount: amount - 100, credit: credit - 100 });

function again({ journal }: Provider, { at, id, utr }: Payout): ReportLine {
  const [before] = journal.all<Reported>("report_line");
  return { ...before!.line, settled_at: at, settlement_id: id, settlement_utr: utr };
}
