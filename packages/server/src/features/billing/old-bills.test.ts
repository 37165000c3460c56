import { charging } from "@voltmarg/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierDatabase, type EarlierDatabase } from "@voltmarg/testkit/earlier-database";
import { startHarness, type Harness } from "@voltmarg/testkit/harness";
import { rows, sql } from "../../platform/database/database.ts";

let world: Harness;
let earlier: EarlierDatabase;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  earlier = await earlierDatabase(world);
});
afterAll(async () => {
  await earlier.drop();
  await world.stop();
});

const line = {
  dimension: "ENERGY",
  quantity: "10",
  unit: "kWh",
  price: "20",
  vat: "18",
  excl_vat_minor: 20_000,
  incl_vat_minor: 23_600,
  reason: "12:00–12:30",
};
const bill = {
  id: "cdr_a",
  session_id: "ses_a",
  start_date_time: "2026-11-20T06:30:10Z",
  end_date_time: "2026-11-20T07:00:10Z",
  time_zone: "Asia/Kolkata",
  location: { id: "loc_a", name: "A", address: "1 Test Road", city: "Pune" },
  evse_label: "Charger 1",
  connector: { id: "1", standard: "IEC_62196_T2_COMBO", power_type: "DC" },
  operator_name: "Operator",
  currency: "INR",
  total_energy: 10,
  total_time_s: 1800,
  total_parking_time_s: 0,
  average_kw: 20,
  range_km: null,
  lines: [line, { ...line, dimension: "FLAT" }],
  net_minor: 20_000,
  gst_minor: 3_600,
  cgst_minor: 1_800,
  sgst_minor: 1_800,
  amount_minor: 23_600,
  operator_amount_minor: 23_600,
  paid_by: "WALLET",
  balance_after_minor: 76_400,
  stop_reason: "CAR",
  created_at: "2026-11-20T07:00:15.000Z",
};

test("[B-3] bills of older releases, with fewer details in their lines, can still be read", async () => {
  await earlier.apply((number) => number < 6);
  const old = [
    bill,
    { ...bill, id: "cdr_b", operator_amount_minor: 35_400 },
    { ...bill, id: "cdr_c", lines: [] },
  ];
  for (const wire of old) {
    await sql`insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at)
      values ('usr', ${wire.id}, 'ses_a', 'IN', 'TST', ${wire.id}, 23600, 23600, ${JSON.stringify(wire)}, '{}', ${wire.created_at})`.execute(
      earlier.database.db,
    );
  }
  await sql`insert into session (user_id, id, operator_id, status, step, version, snapshot, timeline, requested_at, answer_due_at, open)
    values ('usr', 'ses_a', 'opr', 'ACTIVE', 'FLOWING', 1, '{"tariff": null, "speed": 1}', '[]', now(), now(), true)`.execute(
    earlier.database.db,
  );

  await earlier.apply((number) => number >= 6);

  const found = await rows(
    earlier.database.db,
    sql<{ wire: unknown }>`select wire from cdr order by id`,
  );
  const [plain, disputed, free] = found.map(({ wire }) =>
    charging.Cdr.parse({ ...(wire as object), credited_by: null }),
  );
  expect(plain).toMatchObject({ amount_minor: 23_600, dispute: null });
  expect(plain).not.toHaveProperty("operator_amount_minor");
  const unknown = {
    from: bill.start_date_time,
    until: bill.end_date_time,
    element_index: null,
    restrictions: null,
    rounding: null,
  };
  expect(plain?.lines).toEqual([
    { ...line, ...unknown },
    { ...line, dimension: "FLAT", ...unknown },
  ]);
  expect(disputed?.dispute).toEqual({ asked_minor: 35_400, checked_minor: 23_600 });
  expect(free?.lines).toEqual([]);
  const [session] = await rows(
    earlier.database.db,
    sql<{ snapshot: object }>`select snapshot from session`,
  );
  expect(session?.snapshot).toEqual({ tariff: null, speed: 1, operator_tariff: null });
});
