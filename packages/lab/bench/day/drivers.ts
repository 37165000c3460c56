import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { addressOf, newDriver, type DriverClient } from "@voltmarg/testkit/driver";
import type { World } from "@voltmarg/world/world";

/** Access tokens end after ten minutes; the app renews them before. */
const RENEWED_MS = 480_000;

export type DayDrivers = {
  readonly count: number;
  /** A driver whose token is valid; the nth one, or any. */
  get(n?: number): Promise<DriverClient>;
};

/**
 * Signs up drivers, each with a car and so much money. The money comes by the ledger's own function: so many payments would
 * take longer than what is measured.
 */
export async function signUp(
  world: World,
  inParallel: (work: (n: number) => Promise<DriverClient>) => Promise<DriverClient[]>,
  paise: bigint,
): Promise<DayDrivers> {
  const renewedAt: number[] = [];
  const all = await inParallel(async (n) => {
    renewedAt[n] = Date.now();
    return newDriver(addressOf(world), { vehicle: true });
  });
  const database = openDatabase(world.databaseUrl, () => {}, 1);
  await sql`select (select replayed from ledger_move(u.id, 'trf_' || u.id, 'day', 'day', 'CORRECTION', 'for a day', now(), null,
      null, array['system'], array['goodwill'], array[u.id], array['wallet'], array[${paise}::bigint]))
    from unnest(${all.map(({ userId }) => userId)}::text[]) as u (id)`.execute(database.db);
  await database.close();
  return {
    count: all.length,
    get: async (n = Math.floor(Math.random() * all.length)) => {
      const driver = all[n]!;
      if (Date.now() - renewedAt[n]! > RENEWED_MS) {
        renewedAt[n] = Date.now();
        await driver.renewToken();
      }
      return driver;
    },
  };
}
