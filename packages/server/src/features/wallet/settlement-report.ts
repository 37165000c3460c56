/**
 * A line of Razorpay's settlement report, of the fields we use. Paise; `fee` contains `tax`.
 * Source: Razorpay, "Fetch Settlement Recon Details".
 */
export type ReportLine = {
  /** Of the payment, the refund, the transfer or the adjustment. */
  entity_id: string;
  type: string;
  currency: string;
  amount: number;
  debit: number;
  credit: number;
  fee: number;
  tax: number;
  settled: boolean;
  /** Epoch seconds. */
  settled_at: number | null;
  settlement_id: string | null;
  /** Of a refund. */
  payment_id?: string | null;
  dispute_id?: string | null;
};

/** What was paid out to our bank account. */
export type Settlement = {
  id: string;
  /** Paise. */
  amount: number;
  /** created, processed or failed */
  status: string;
  utr?: string | null;
};

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNone = (value: unknown) => value == null || isText(value);

export function isReportLine(value: unknown): value is ReportLine {
  const l = value as Partial<ReportLine> | null;
  return (
    typeof l === "object" &&
    l !== null &&
    [l.entity_id, l.type, l.currency].every(isText) &&
    [l.amount, l.debit, l.credit, l.fee, l.tax].every(Number.isSafeInteger) &&
    typeof l.settled === "boolean" &&
    (l.settled_at === null || Number.isSafeInteger(l.settled_at)) &&
    [l.settlement_id, l.payment_id, l.dispute_id].every(isTextOrNone)
  );
}

export function isSettlement(value: unknown): value is Settlement {
  const s = value as Partial<Settlement> | null;
  return (
    typeof s === "object" &&
    s !== null &&
    [s.id, s.status].every(isText) &&
    Number.isSafeInteger(s.amount) &&
    isTextOrNone(s.utr)
  );
}
