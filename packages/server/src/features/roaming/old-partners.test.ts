import { afterAll, beforeAll, expect, test } from "vitest";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { evseOf, locationOf } from "@voltmarg/testkit/partner";
import { rows, sql } from "../../platform/database/database.ts";
import { onLocations, type StationsDeps } from "../stations/index.ts";
import { startsOf } from "./commands.store.ts";

let world: Harness;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
});
afterAll(() => world.stop());

test("a location keeps its id when its partner names another party too, whose location with the same OCPI id gets its own", async () => {
  const { db } = world.database;
  await sql`insert into operator (id, name, country_code, party_id, created_at)
    values ('opr_old', 'Old', 'IN', 'OLD', '2026-11-01')`.execute(db);
  await sql`insert into location (id, operator_id, country_code, party_id, ocpi_id, name, latitude, longitude, cell,
      publish, search_text, body, last_updated, seen_at)
    values ('loc_old', 'opr_old', 'IN', 'OLD', 'LOC1', 'Old place', 18.52, 73.85, 1, true, 'old', '{}', '2026-11-01',
      '2026-11-01')`.execute(db);
  await sql`insert into evse (location_id, uid, status, status_since, body, last_updated)
    values ('loc_old', 'LOC1-1', 'AVAILABLE', '2026-11-01', '{}', '2026-11-01')`.execute(db);
  // A start of the first releases, without its party.
  await sql`insert into operator_command (id, operator_id, kind, user_id, session_id, location_id, evse_uid, created_at)
    values ('cmd', 'opr_old', 'START_SESSION', 'usr', 'ses', 'LOC1', 'LOC1-1', '2026-11-20')`.execute(
    db,
  );

  const deps = {
    database: world.database,
    clock: world.clock,
    search: { changed: async () => {} },
  } as unknown as StationsDeps;
  const last_updated = "2026-11-19T00:00:00Z";
  const told = (party_id: string, uid: string) =>
    locationOf("loc1", { party_id, last_updated, evses: [evseOf(uid, { last_updated })] });
  await onLocations(deps, "opr_old", [told("old", "loc1-1"), told("NEW", "LOC1-1")]);

  const places = await rows(
    db,
    sql<{ id: string; party_id: string; name: string; uids: string[] }>`
      select l.id, l.party_id, l.name, array_agg(e.uid) as uids from location l join evse e on e.location_id = l.id
      group by l.id order by l.party_id desc`,
  );
  expect(places).toEqual([
    { id: "loc_old", party_id: "OLD", name: "Place loc1", uids: ["LOC1-1"] },
    { id: expect.stringMatching(/^loc_/), party_id: "NEW", name: "Place loc1", uids: ["LOC1-1"] },
  ]);
  expect(await startsOf(db, "usr", "opr_old", ["ses"])).toMatchObject([
    { session_id: "ses", party_id: null, location_id: "LOC1" },
  ]);
});
