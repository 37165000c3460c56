/** A line in suspense beside what our books have of it; paise. */
export type OpenLine = {
  entity_id: string;
  type: string;
  currency: string;
  amount: bigint;
  debit: bigint;
  credit: bigint;
  fee: bigint;
  tax: bigint;
  dispute_id: string | null;
  reason: Mismatch;
  /** Of our payment or refund; null: there is none. */
  ours: bigint | null;
  /** It matched in another settlement. */
  settled: boolean;
  /** What is under dispute; null: our books have no such dispute. */
  disputed: bigint | null;
  /** What a dispute took for good; null: not decided. */
  loss: bigint | null;
};

/** Why a line does not match. */
export type Mismatch = "UNKNOWN" | "OTHER_AMOUNT" | "OTHER_CURRENCY" | "SETTLED_TWICE";

/** What a line moves before the fee; what is taken from us is negative. */
export const movedBy = ({ credit, debit, fee }: OpenLine): bigint => credit - debit + fee;

/**
 * Whether a line of the settlement report matches a payment, a refund or a dispute of ours; null: it does. `taken` is what
 * matched lines took of its dispute: Razorpay may take disputed money at once, and returns what is won.
 */
export function mismatchOf(line: OpenLine, taken: bigint): Mismatch | null {
  const moved = movedBy(line);
  const expected = expectedOf(line, taken);
  if (expected === null) return "UNKNOWN";
  if (line.currency !== "INR") return "OTHER_CURRENCY";
  if (line.settled || (line.type === "adjustment" && taken > 0n && moved < 0n))
    return "SETTLED_TWICE";
  const isWhole = line.amount === (moved < 0n ? -moved : moved) && 0n <= line.tax;
  return isWhole && line.tax <= line.fee && expected.includes(moved) ? null : "OTHER_AMOUNT";
}

function expectedOf({ type, ours, disputed, loss }: OpenLine, taken: bigint): bigint[] | null {
  if (type === "payment") return ours === null ? null : [ours];
  if (type === "refund") return ours === null ? null : [-ours];
  if (type !== "adjustment" || disputed === null) return null;
  const sums = taken > 0n ? [taken, taken - (loss ?? 0n)] : [-disputed, -(loss ?? 0n)];
  return sums.filter((sum) => sum !== 0n);
}
