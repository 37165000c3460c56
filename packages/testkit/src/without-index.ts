import { sql } from "../../server/src/platform/database/database.ts";
import type { Harness } from "./harness.ts";

/**
 * What a service answers whose search index does not load, so that SQL does: its load cannot read the number of the last
 * change. Nothing may be written meanwhile. Afterwards the service starts again, with its index.
 */
export async function withoutIndex<T>(world: Harness, ask: () => Promise<T>): Promise<T> {
  const rename = (from: string, to: string) =>
    sql`alter sequence ${sql.raw(from)} rename to ${sql.raw(to)}`.execute(world.database.db);
  await rename("location_version", "location_version_away");
  try {
    await world.restart();
    const answers = await ask();
    const indexed = /^(?:\w+_)?indexed_locations (\d+)/m.exec(
      await (await fetch(`${world.url}/metrics`)).text(),
    );
    if (indexed?.[1] !== "0") throw new Error("the index answered");
    return answers;
  } finally {
    await rename("location_version_away", "location_version");
    await world.restart();
  }
}
