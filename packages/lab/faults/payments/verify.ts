import type { Harness } from "@voltmarg/testkit/test-bed";
import { checkLedger } from "@voltmarg/testkit/service-parts";
import type { ProviderRecord } from "./provider.ts";

export type Verdict = {
  /** Paid and not credited; refunded in our books and not at the provider; still pending. */
  lost: number;
  /** Credited twice or without a payment; refunded twice, or refunded and still in the wallet. */
  doubled: number;
  /** Transfers of unknown origin. */
  suspense: number;
  /** Findings of the ledger check. */
  faults: number;
};

/** Compares the books with the provider's data once nothing is pending. */
export async function verify(
  { database }: Harness,
  record: ProviderRecord,
  say: (line: string) => void,
): Promise<Verdict> {
  const { pool, db } = database;
  const verdict: Verdict = { lost: 0, doubled: 0, suspense: 0, faults: 0 };
  const found = (kind: keyof Verdict, what: string) => {
    verdict[kind] += 1;
    if (verdict[kind] <= 5) say(`  ${kind}: ${what}`);
  };

  const { rows: credits } = await pool.query<{ payment_id: string; amount: bigint }>(
    `select substr(t.idem, 8) as payment_id, t.amount[1] as amount from ledger_transfer t where t.kind = 'TOP_UP'`,
  );
  const credited = Map.groupBy(credits, ({ payment_id }) => payment_id);
  const captured = record.payments.filter((payment) => payment.captured);
  for (const { id, amount } of captured) {
    const [one, ...more] = credited.get(id) ?? [];
    if (!one || one.amount !== BigInt(amount)) found("lost", `${id} of ${amount} paise`);
    if (more.length > 0) found("doubled", `${id} was credited ${more.length + 1} times`);
    credited.delete(id);
  }
  for (const id of credited.keys()) found("doubled", `${id} was credited and never captured`);

  const { rows: refunds } = await pool.query<{ id: string; amount: bigint; status: string }>(
    "select id, amount, status from withdrawal_refund",
  );
  const paidOut = Map.groupBy(
    record.refunds.filter(({ status }) => status !== "failed"),
    ({ receipt }) => receipt,
  );
  for (const { id, amount, status } of refunds) {
    const made = paidOut.get(id) ?? [];
    if (made.length > 1) found("doubled", `${id} was sent back ${made.length} times`);
    if (status === "FAILED" && made.length > 0) found("doubled", `${id} is in the wallet as well`);
    if (status === "REQUESTED" || status === "SENT") found("lost", `${id} is still on its way`);
    if (status === "DONE" && BigInt(made[0]?.amount ?? 0) !== amount)
      found("lost", `${id} of ${amount} paise never left the provider`);
  }

  const { rows: strange } = await pool.query<{ idem: string; reason: string }>(
    `select idem, reason from ledger_transfer
     where 'suspense' = any (source_kind) or 'suspense' = any (destination_kind)`,
  );
  for (const { idem, reason } of strange) found("suspense", `${idem}: ${reason}`);
  for (const [name, count] of Object.entries(await checkLedger(db))) {
    for (let n = 0; n < count; n += 1) found("faults", name);
  }
  return verdict;
}
