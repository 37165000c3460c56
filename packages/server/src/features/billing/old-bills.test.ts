import { charging } from "@voltmarg/contract";
import { startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../platform/database/database.ts";

let world: Harness;
let driver: Driver;
beforeAll(async () => {
  world = await startHarness({ locations: 0, operators: false });
  driver = await world.signUp();
});
afterAll(() => world.stop());

const line = {
  dimension: "ENERGY",
  quantity: "10",
  unit: "kWh",
  price: "20",
  vat: "18",
  excl_vat_minor: 20_000,
  incl_vat_minor: 23_600,
  // The whole session: the first releases stored neither stretch, element nor rounding.
  from: "2026-11-20T06:30:10Z",
  until: "2026-11-20T07:00:10Z",
  element_index: null,
  restrictions: null,
  rounding: null,
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
  igst_minor: 0,
  amount_minor: 23_600,
  dispute: null,
  paid_by: "WALLET",
  balance_after_minor: 76_400,
  stop_reason: "CAR",
  created_at: "2026-11-20T07:00:15.000Z",
  invoice: null,
};

test.each([
  bill,
  { ...bill, id: "cdr_b", dispute: { asked_minor: 35_400, checked_minor: 23_600 } },
  { ...bill, id: "cdr_c", lines: [] },
])(
  "[B-3] a bill of the first releases, with fewer details and no invoice, is shown: $id",
  async (wire) => {
    await sql`insert into cdr (user_id, id, session_id, country_code, party_id, ocpi_id, amount, operator_amount, wire, body, created_at)
    values (${driver.id}, ${wire.id}, 'ses_a', 'IN', 'TST', ${wire.id}, 23600, 23600, ${JSON.stringify(wire)}, '{}', ${wire.created_at})`.execute(
      world.database.db,
    );
    const { body } = await world.call(charging.getCdr, {
      params: { id: wire.id },
      token: driver.token,
    });
    expect(body.data).toEqual({ ...wire, credited_by: null });
  },
);
