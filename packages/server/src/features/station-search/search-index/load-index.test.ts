import { afterAll, beforeAll, expect, test } from "vitest";
import { contentOf, storeStations } from "@voltmarg/testkit/indexed-stations";
import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { databases } from "@voltmarg/testkit/test-databases";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import type { ReplicaReads } from "../../../platform/database/read-replica.ts";
import { createLogger } from "../../../platform/observability/logger.ts";
import { loadIndex, stepsOf } from "./load-index.ts";
import { loadInThread } from "./load-in-thread.ts";

const NOW = new Date("2026-11-20T06:30:00Z");
const LOCATIONS = 450;
const ODD_NAME = `"पुणे" \\ ${"Ring Road ".repeat(30)}\u0007`;
/** With what stands between fields and EVSEs in what the database hands over. */
const ODD_UID = `\u001e"\u001f\\`;
let oddId = "";
const logger = createLogger("silent");
let url = "";
let database: Database;
let late: ReplicaReads;

beforeAll(async () => {
  url = (await databases.create()).connectionString;
  database = openDatabase(url, () => {}, 3);
  late = (read) => read(database.db);
  const random = randomFrom(7);
  const made = Array.from({ length: LOCATIONS }, (_, n) =>
    randomStation(random, `loc_${String(n).padStart(3, "0")}`, 1),
  );
  made[5]!.row.name = ODD_NAME;
  const odd = made.find(({ evses }) => evses.length > 0)!;
  const evse = odd.evses[0]!;
  evse.uid = evse.body.uid = ODD_UID;
  evse.status_since = new Date("2026-11-01T00:00:00.123Z");
  evse.body.evse_id = `"IN*\u001e*1`;
  evse.body.physical_reference = "\\\u001f पु";
  oddId = odd.row.id;
  await storeStations(database, made);
});
afterAll(() => database.close());

test("[L-1] a thread of its own loads the same as this one", async () => {
  const { count, steps } = await stepsOf(late);
  expect([count, steps.length]).toEqual([400, 2]);
  const here = contentOf(
    (await loadIndex({ db: database.db, late, logger }, steps, NOW, null)).data,
  );
  const sources = { primary: url, standby: null };
  const loaded = await loadInThread({ sources, steps, now: NOW, logLevel: "error", file: null });
  expect(loaded.faults).toEqual([]);
  expect(Object.keys(here)).toHaveLength(LOCATIONS);
  expect(here["loc_005"]).toMatchObject({ name: ODD_NAME });
  expect(contentOf(loaded.data)).toEqual(here);
  const { evses } = here[oddId] as { evses: Record<string, unknown>[] };
  expect(evses[0]).toMatchObject({
    uid: ODD_UID,
    evse_id: `"IN*\u001e*1`,
    physical_reference: "\\\u001f पु",
    status_since: "2026-11-01T00:00:00.123Z",
  });
});

test("[L-1] what changes or closes while it loads is taken in", async () => {
  const { steps } = await stepsOf(late);
  let isFirst = true;
  const slow: ReplicaReads = async (read) => {
    const read_ = await read(database.db);
    if (isFirst) {
      isFirst = false;
      await database.pool.query(`
        update location set version = nextval('location_version'),
          name = case id when 'loc_000' then 'new' else name end,
          closed_at = case id when 'loc_001' then now() end
        where id in ('loc_000', 'loc_001')`);
    }
    return read_;
  };
  const content = contentOf(
    (await loadIndex({ db: database.db, late: slow, logger }, steps, NOW, null)).data,
  );
  expect(content["loc_000"]).toMatchObject({ name: "new" });
  expect(content["loc_001"]).toBeUndefined();
  expect(Object.keys(content)).toHaveLength(LOCATIONS - 1);
});
