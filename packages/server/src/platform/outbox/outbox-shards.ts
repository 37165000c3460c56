import { rows, sql, type Queryable } from "../database/database.ts";

/** The shard of rows of nobody, and of all rows while one PostgreSQL has everything. */
export const NOBODYS = "";
const MOST_KNOWN = 20_000;

/** The driver whose work a row is: handlers find their driver in the payload. Null: nobody's. */
export function driverOf(payload: unknown): string | null {
  const { userId, about } = (payload ?? {}) as { userId?: unknown; about?: unknown };
  if (typeof userId === "string") return userId;
  return about ? driverOf(about) : null;
}

export type OutboxShards = {
  /** Every shard that may have rows. */
  all(on: Queryable): Promise<readonly string[]>;
  /** The shards of drivers, in the given order. */
  of(on: Queryable, drivers: readonly (string | null)[]): Promise<string[]>;
};

/**
 * Where outbox rows lie when the database is spread over several machines: each with its driver, so that a transaction of
 * the driver commits on one machine. `outbox_shard` says so once, until the service starts anew.
 */
export function createOutboxShards(): OutboxShards {
  let shards: readonly string[] | null = null;
  const known = new Map<string, string>();

  const all = async (on: Queryable) => {
    if (shards) return shards;
    const keys = await rows(on, sql<{ key: string }>`select key from outbox_shard order by key`);
    shards = [NOBODYS, ...keys.map(({ key }) => key)];
    return shards;
  };

  const learn = async (on: Queryable, drivers: readonly (string | null)[]) => {
    if (known.size > MOST_KNOWN) known.clear();
    const unknown = new Set(drivers.filter((id) => id !== null && !known.has(id)));
    if (unknown.size === 0) return;
    const found = await rows(
      on,
      sql<{ id: string; key: string }>`select id, key from unnest(${[...unknown]}::text[]) id
        join outbox_shard on shard = get_shard_id_for_distribution_column('session', id)`,
    );
    for (const { id, key } of found) known.set(id, key);
  };

  return {
    all,
    of: async (on, drivers) => {
      const isSpread = (await all(on)).length > 1;
      if (isSpread) await learn(on, drivers);
      // A row on another shard than its driver's runs as well, and commits on two machines.
      return drivers.map((id) => (id && known.get(id)) ?? NOBODYS);
    },
  };
}
