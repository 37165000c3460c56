import { one, sql, type Tx } from "../../platform/database/database.ts";

/** Who the owner of a driver's bank account may be called; also of a closed account, whose names are restricted. */
export const ownNames = async (tx: Tx, userId: string): Promise<string[]> => {
  const driver = await one(
    tx,
    sql<{ name: string | null; business_name: string | null }>`
      select coalesce(u.name, r.row ->> 'name') as name, coalesce(u.business_name, r.row ->> 'business_name') as business_name
      from app_user u left join restricted_row r on r.user_id = u.id and r.of_table = 'app_user'
      where u.id = ${userId}`,
  );
  return [driver?.name, driver?.business_name].filter((name) => typeof name === "string");
};

/**
 * Paise that refunds to payments failed to send and that are in the wallet since, less what was sent again or by bank
 * transfer. Under the driver's lock.
 */
export const failedToSend = async (tx: Tx, userId: string): Promise<bigint> =>
  (await one(
    tx,
    sql<{ left: bigint }>`
      with failed as (
        select t.amount[1] as amount, r.settled_at from withdrawal_refund r
          join ledger_transfer t on t.scope = r.user_id and t.idem = 'refund:' || r.id and t.kind = 'WITHDRAWAL_RETURNED'
        where r.user_id = ${userId} and r.status = 'FAILED'
          and not exists (select from withdrawal_refund again where again.user_id = r.user_id and again.retry_of = r.id))
      select greatest(0, coalesce(sum(amount), 0) - coalesce((
        select sum(a.amount) from desk_approval a
        where a.user_id = ${userId} and a.kind = 'BANK_REFUND' and a.state in ('WAITING', 'BOOKED', 'CONFIRMED')
          and a.proposed_at >= (select min(settled_at) from failed)), 0))::bigint as left
      from failed`,
  ))!.left;
