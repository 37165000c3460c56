import { openDatabase, sql } from "@voltmarg/testkit/ledger";
import { addressOf, newDriver, type DriverClient } from "@voltmarg/testkit/driver";
import type { World } from "@voltmarg/world/world";

/** Access tokens end after ten minutes; apps renew them before, not all at once. */
const RENEWED_MS = { least: 120_000, most: 540_000 };

export type DayDrivers = {
  /** The nth driver, with a token that is valid. */
  get(n: number): Promise<DriverClient>;
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
  const dueAt: number[] = [];
  const renewed = (n: number) => {
    const { least, most } = RENEWED_MS;
    dueAt[n] = Date.now() + least + Math.random() * (most - least);
  };
  const all = await inParallel(async (n) => {
    renewed(n);
    return newDriver(addressOf(world), { vehicle: true });
  });
  const database = openDatabase(world.databaseUrl, () => {}, 1);
  await sql`select (select replayed from ledger_move(u.id, 'trf_' || u.id, 'day', 'day', 'CORRECTION', 'for a day', now(), null,
      null, array['system'], array['goodwill'], array[u.id], array['wallet'], array[${paise}::bigint]))
    from unnest(${all.map(({ userId }) => userId)}::text[]) as u (id)`.execute(database.db);
  await database.close();
  return {
    get: async (n) => {
      const driver = all[n]!;
      if (Date.now() > dueAt[n]!) {
        renewed(n);
        await driver.renewToken();
      }
      return driver;
    },
  };
}
