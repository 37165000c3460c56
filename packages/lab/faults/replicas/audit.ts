import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { commandsSent, operatorCdrs } from "@voltmarg/testkit/driver";
import { until } from "@voltmarg/world/until";
import type { ReplicasBed } from "../../test-bed.ts";
import { booksAgainstProvider, deliverNow } from "../money/provider-totals.ts";
import type { Driver } from "./driver.ts";

export type Findings = {
  tried: number;
  lost: number;
  doubled: number;
  ledgerFaults: number;
  /** Findings, one line each. */
  lines: string[];
};

const ARRIVES_WITHIN_MS = 300_000;

/** Compares the answers drivers got with the books, and the books with themselves, the provider and the operators. */
export async function audit(testBed: ReplicasBed, drivers: readonly Driver[]): Promise<Findings> {
  const database = openDatabase(testBed.databaseUrl, () => {}, 4);
  const { db } = database;
  const found: Findings = { tried: 0, lost: 0, doubled: 0, ledgerFaults: 0, lines: [] };
  const lose = (line: string) => {
    found.lost += 1;
    found.lines.push(`lost: ${line}`);
  };
  const double = (line: string) => {
    found.doubled += 1;
    found.lines.push(`doubled: ${line}`);
  };
  try {
    // Killed processes left jobs to the others: finish them all first.
    await deliverNow(testBed.paymentsUrl);
    await until(
      "everything on its way has arrived",
      async () => {
        const { rows } = await sql<{ open: bigint }>`
          select (select count(*) from outbox where done_at is null and due_at < now() + interval '20 seconds'
                    and topic in ('payment.refund', 'refund.notice', 'payment.notice', 'roaming.command', 'event'))
            + (select count(*) from session where open or (status = 'COMPLETED' and cdr_id is null)) as open`.execute(
          db,
        );
        return rows[0]?.open === 0n;
      },
      ARRIVES_WITHIN_MS,
    ).catch(() => lose("something on its way never arrived"));

    for (const { what, count } of await booksAgainstProvider(db, testBed.paymentsUrl)) {
      found.ledgerFaults += count;
      found.lines.push(`ledger: ${what} ${count}`);
    }
    if (testBed.nats) {
      const { rows } = await sql<{ n: bigint }>`
        select count(*) as n from outbox where topic = 'event'`.execute(db);
      const events = Number(rows[0]?.n ?? 0);
      const kept = await testBed.nats.kept();
      if (kept < events) lose(`${events - kept} of ${events} events`);
      if (kept > events) double(`${kept - events} of ${events} events`);
    }

    const starts = (await commandsSent(testBed)).filter(({ kind }) => kind === "START_SESSION") as {
      authorization_reference?: string;
    }[];
    const startsOf = Map.groupBy(starts, ({ authorization_reference: of }) => of);
    const recordsOf = Map.groupBy(
      await operatorCdrs(testBed),
      ({ authorization_reference: of }) => of,
    );
    for (const { userId, told } of drivers) {
      const { rows: credited } = await sql<{ id: string; n: bigint }>`
        select p.top_up_id as id, count(*) as n from ledger_transfer t
          join wallet_payment p on p.user_id = t.scope and 'top-up:' || p.payment_id = t.idem
        where t.scope = ${userId} group by 1`.execute(db);
      const { rows: withdrawn } = await sql<{ name: string; n: bigint }>`
        select split_part(w.idempotency_key, '~', 1) as name, count(*) as n from ledger_transfer t
          join withdrawal w on w.user_id = t.scope and 'withdrawal:' || w.id = t.idem
        where t.scope = ${userId} group by 1`.execute(db);
      const { rows: sessions } = await sql<{
        id: string;
        key: string;
        status: string;
        charges: bigint;
        bills: bigint;
      }>`
        select id, split_part(idempotency_key, '~', 1) as key, status,
          (select count(*) from ledger_transfer t where t.scope = s.user_id and t.session_id = s.id and t.kind = 'CHARGE') as charges,
          (select count(*) from cdr c where c.user_id = s.user_id and c.session_id = s.id) as bills
        from session s where user_id = ${userId}`.execute(db);
      found.tried += told.topUps.length + told.withdrawals.length + told.starts.size;

      const credits = new Map(credited.map(({ id, n }) => [id, n]));
      for (const { id } of told.topUps) if (!credits.has(id)) lose(`top-up ${id}`);
      for (const { id, n } of credited) if (n > 1n) double(`top-up ${id} ${n} times`);
      const moved = new Map(withdrawn.map(({ name, n }) => [name, n]));
      for (const { name } of told.withdrawals) if (!moved.has(name)) lose(name);
      for (const { name, n } of withdrawn) if (n > 1n) double(`${name} ${n} times`);

      const known = new Set(sessions.map(({ id }) => id));
      for (const [key, ids] of told.starts) {
        for (const id of ids) if (!known.has(id)) lose(`session ${id}`);
        if (ids.size > 1) double(`${key} answered with ${ids.size} sessions`);
      }
      for (const [key, own] of Map.groupBy(sessions, (one) => one.key)) {
        if (own.length > 1) double(`${key} has ${own.length} sessions`);
      }
      for (const { id, status, charges, bills } of sessions) {
        const asked = startsOf.get(id)?.length ?? 0;
        const records = recordsOf.get(id)?.length ?? 0;
        if (asked > 1) double(`START_SESSION of ${id} ${asked} times on the wire`);
        if (records > 1) double(`${id} has ${records} records at the operator`);
        if (charges > 1n || bills > 1n) double(`${id} has ${bills} bills, ${charges} charges`);
        if (records > 0 && bills === 0n) lose(`the operator's record of ${id} (${status})`);
        if (status === "COMPLETED" && charges === 0n) lose(`the charge of ${id}`);
      }
    }
    return found;
  } finally {
    await database.close();
  }
}
