import type { Clock } from "../clock.ts";
import { planKept, rows, sql, type Database, type Queryable } from "../database/database.ts";
import { traceparent } from "../observability/tracing.ts";
import { newId } from "../ids.ts";
import { ONLY_ROWS_AT, openDays } from "./outbox-days.ts";
import { createOutboxShards, driverOf } from "./outbox-shards.ts";
import type { Due, OnlyRow, OutboxRow, Queue, When } from "./outbox-types.ts";

export type Claimed = OutboxRow & {
  shard: string;
  claims: number;
  failures: number;
  trace: string | null;
};
/** How a run ended. `at` null: done; otherwise retry then. `error`: why it failed; null: it did not. */
export type End = { at: Date | null; error: string | null };

/** The next rows, which the statement that ended a run claimed; whether the run's own row is due again. */
export type Ended = { next: Claimed[]; again: boolean };

/** The statements of the table `outbox`. */
export function createOutboxRows({
  database,
  clock,
  leaseSeconds,
}: {
  database: Database;
  clock: Clock;
  leaseSeconds: number;
}) {
  const { db } = database;
  const shards = createOutboxShards();

  /** Leases up to `most` due rows of a shard, except `but`, which the same statement ends. */
  const claimed = async (shard: string, queue: Queue, most: number, but: OutboxRow | null) => {
    const now = clock.now();
    const until = new Date(now.getTime() + leaseSeconds * 1000);
    const [from, to] = await openDays(database, now);
    return sql`claim_outbox(${shard}, ${queue}, ${most}, ${now}, ${until}, ${from}, ${to},
      ${but?.created_at ?? null}, ${but?.id ?? null})`;
  };

  return {
    claim: async (shard: string, queue: Queue, most: number): Promise<Claimed[]> =>
      rows(db, sql<Claimed>`select * from ${await claimed(shard, queue, most, null)} ${planKept}`),

    /**
     * Ends a run and claims the next rows of its shard, up to `most`, in one statement. `again`: the row was enqueued again
     * meanwhile and is due.
     */
    endAndClaim: async (
      on: Queryable,
      row: Claimed,
      how: End,
      queue: Queue,
      most: number,
    ): Promise<Ended> => {
      const { shard, created_at, id, claims } = row;
      const ended = sql`end_outbox(${shard}, ${created_at}, ${id}, ${claims}, ${how.at}, ${how.error}, ${clock.now()})`;
      if (most === 0) {
        const found = await rows(
          on,
          sql<{ again: boolean }>`select again from ${ended} as again ${planKept}`,
        );
        return { next: [], again: found.some(({ again }) => again) };
      }
      const found = await rows(
        on,
        sql<Claimed & { is_next: boolean }>`
          select true as is_next, next.* from ${await claimed(shard, queue, most, row)} as next
          union all select false, ${id}, null, null, null, null, null, null, null, null, null
          from ${ended} as again where again ${planKept}`,
      );
      return {
        next: found.filter(({ is_next }) => is_next),
        again: found.some(({ is_next }) => !is_next),
      };
    },

    insert: async (
      on: Queryable,
      row: { topic: string; payload: unknown; at: Date; queue: Queue },
    ) => {
      const now = clock.now();
      const [shard] = await shards.of(on, [driverOf(row.payload)]);
      await sql`insert into outbox (id, topic, payload, due_at, created_at, queue, trace, shard)
                values (${newId("out", now)}, ${row.topic}, ${JSON.stringify(row.payload)}, ${row.at}, ${now}, ${row.queue},
                  ${traceparent()}, ${shard}) ${planKept}`.execute(on);
      return shard!;
    },

    /** Returns the shards of the rows. */
    insertOnce: async (
      on: Queryable,
      topic: string,
      queue: Queue,
      only: readonly OnlyRow[],
      { at, sooner, before }: When,
    ): Promise<string[]> => {
      const places = await shards.of(
        on,
        only.map(({ payload }) => driverOf(payload)),
      );
      // On Citus a unique index must contain the shard; on one PostgreSQL the index does not contain it.
      const isSpread = (await shards.all(on)).length > 1;
      const natural = isSpread ? sql`created_at, shard, id` : sql`created_at, id`;
      // Also true after the lease has expired: the row may then be claimed again, or its first run may still finish it.
      const isRunning = sql`(outbox.done_at is null and outbox.leased_until is not null)`;
      const isPutOff =
        before === "AT"
          ? sql`outbox.due_at < excluded.due_at`
          : sql`coalesce(outbox.due_at < ${before ?? null}::timestamptz, false)`;
      const byShard = Map.groupBy(only.keys(), (nth) => places[nth]!);
      for (const [shard, nths] of [...byShard].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const given = nths.map((nth) => only[nth]!);
        await sql`
          insert into outbox (id, topic, payload, due_at, created_at, first_at, queue, trace, shard)
          select id, ${topic}, payload, coalesce(at, ${at}::timestamptz), ${ONLY_ROWS_AT}::timestamptz, ${clock.now()}::timestamptz,
            ${queue}, ${traceparent()}::text, ${shard}
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id text, payload jsonb, at timestamptz)
          order by id
          on conflict (${natural}) do update set
            due_at = case when outbox.done_at is not null or ${isPutOff} and not ${isRunning} then excluded.due_at
              when ${isRunning} then outbox.due_at else least(outbox.due_at, excluded.due_at) end,
            again_at = case when ${isRunning} then least(outbox.again_at, excluded.due_at) end,
            payload = excluded.payload, trace = excluded.trace, first_at = excluded.first_at, done_at = null,
            attempts_before = case when outbox.done_at is null then outbox.attempts_before else outbox.attempts end,
            failures = case when outbox.done_at is null then outbox.failures else 0 end
          where outbox.done_at is not null
            or ${sooner} and (outbox.due_at > excluded.due_at or ${isRunning})
            or ${isPutOff} and not ${isRunning} ${planKept}`.execute(on);
      }
      return [...byShard.keys()];
    },

    cancel: async (on: Queryable, driver: string, ids: readonly string[]) => {
      const [shard] = await shards.of(on, [driver]);
      await sql`update outbox set done_at = ${clock.now()}
          where shard = ${shard} and created_at = ${ONLY_ROWS_AT} and id = any(${[...ids]}) and done_at is null
            and leased_until is null ${planKept}`.execute(on);
    },

    /** One query instead of a claim in each queue and shard: most of the time no row is due. */
    due: async (queues: readonly Queue[]): Promise<Due[]> => {
      const now = clock.now();
      const [from, until] = await openDays(database, now);
      return rows(
        db,
        sql<Due>`
          select queue, shard from due_outbox_shards(${[...queues]}, ${now}, ${from}, ${until}) ${planKept}`,
      );
    },

    allShards: () => shards.all(db),
  };
}
