import { checkLedger, sql, type Queryable } from "@voltmarg/testkit/ledger";

export type Totals = { captured: number; refunded: number; untold: number };

/** What the payment provider has captured and sent back, in paise, and the webhooks it has not delivered. */
export const totalsOf = async (paymentsUrl: string): Promise<Totals> =>
  (await (await fetch(`${paymentsUrl}/control/totals`)).json()) as Totals;

/** Webhooks that failed during a kill would be retried within hours: they are delivered now. */
export const deliverNow = (paymentsUrl: string) =>
  fetch(`${paymentsUrl}/control/deliver-now`, { method: "POST" });

/** Compares the books with themselves and with the provider's totals: what is wrong, and how often. */
export async function booksAgainstProvider(
  db: Queryable,
  paymentsUrl: string,
): Promise<{ what: string; count: number }[]> {
  const wrong = Object.entries(await checkLedger(db)).map(([what, count]) => ({ what, count }));
  const { rows } = await sql<{ sum: bigint; captured: bigint; refunded: bigint }>`
    select
      (select coalesce(sum(d), 0)::bigint from (
        select amount as d from ledger_posting union all select -amount from ledger_posting) sides) as sum,
      coalesce(sum(amount) filter (where source_owner = 'system' and source_kind = 'payments'), 0)::bigint as captured,
      coalesce(sum(amount) filter (where destination_owner = 'system' and destination_kind = 'payments'), 0)::bigint as refunded
    from ledger_posting`.execute(db);
  const ours = rows[0]!;
  if (ours.sum !== 0n) wrong.push({ what: `the postings sum to ${ours.sum}`, count: 1 });
  const theirs = await totalsOf(paymentsUrl);
  for (const name of ["captured", "refunded"] as const)
    if (ours[name] !== BigInt(theirs[name]))
      wrong.push({ what: `${name} ${theirs[name]} at the provider, ${ours[name]} here`, count: 1 });
  return wrong.filter(({ count }) => count > 0);
}
