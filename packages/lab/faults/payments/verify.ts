import type { Harness } from "@voltmarg/testkit/test-bed";
import { checkLedger } from "@voltmarg/testkit/service-parts";
import type { Disputed, ProviderRecord } from "./provider.ts";
import type { Say } from "../../report.ts";

export type Verdict = {
  /** Paid and not credited; refunded in our books and not at the provider; still pending. */
  lost: number;
  /** Credited twice or without a payment; refunded twice, or refunded and still in the wallet. */
  doubled: number;
  /** Transfers of unknown origin. */
  suspense: number;
  /** Findings of the ledger check. */
  faults: number;
  /** Of settlements: what does not match, and what is left in clearing once all is paid out. */
  unmatched: number;
};

/** Compares the books with the provider's data once nothing is pending. */
export async function verify(
  { database }: Harness,
  record: ProviderRecord,
  disputes: readonly Disputed[],
  say: Say,
): Promise<Verdict> {
  const { pool, db } = database;
  const verdict: Verdict = { lost: 0, doubled: 0, suspense: 0, faults: 0, unmatched: 0 };
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

  const { rows: taken } = await pool.query<{ id: string; took: bigint; aside: bigint }>(
    `select split_part(t.idem, ':', 2) as id,
       coalesce(sum(p.amount) filter (where p.destination_kind = 'payments'), 0)::bigint as took,
       coalesce(sum(case 'disputed' when p.destination_kind then p.amount when p.source_kind then -p.amount end), 0)::bigint
         as aside
     from ledger_transfer t join ledger_posting p on p.scope = t.scope and p.transfer_id = t.id
     where t.idem like 'dispute:%' group by 1`,
  );
  const booked = new Map(taken.map((each) => [each.id, each]));
  for (const { id, payment, lost } of disputes) {
    const { took, aside } = booked.get(id) ?? { took: 0n, aside: 0n };
    if (aside !== 0n) found("lost", `${aside} paise stay aside for ${id}`);
    if (took !== BigInt(lost ?? 0))
      found(
        took > BigInt(lost ?? 0) ? "doubled" : "lost",
        `${id} of ${payment.id} took ${took} paise, the bank ${lost}`,
      );
  }

  const { rows: strange } = await pool.query<{ idem: string; reason: string }>(
    `select idem, reason from ledger_transfer
     where 'suspense' = any (source_kind) or 'suspense' = any (destination_kind)`,
  );
  for (const { idem, reason } of strange) found("suspense", `${idem}: ${reason}`);
  const { rows: open } = await pool.query<{
    settlement_id: string;
    entity_id: string;
    reason: string;
  }>(
    "select settlement_id, entity_id, reason from gateway_settlement_line where reason is not null",
  );
  for (const line of open)
    found("unmatched", `${line.entity_id} of ${line.settlement_id}: ${line.reason}`);
  const { rows: left } = await pool.query<{ minor: bigint }>(
    `select coalesce(sum(case when source_kind = 'payments' then amount else -amount end), 0)::bigint as minor
     from ledger_posting where 'payments' in (source_kind, destination_kind)`,
  );
  for (const { minor } of left)
    if (minor !== 0n) found("unmatched", `${minor} paise stay in clearing`);
  for (const [name, count] of Object.entries(await checkLedger(db))) {
    for (let n = 0; n < count; n += 1) found("faults", name);
  }
  return verdict;
}
