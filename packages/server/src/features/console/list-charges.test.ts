import { expect, test } from "vitest";
import { chargeToWire } from "./list-charges.ts";

const row = {
  user_id: "usr_1",
  id: "ses_1",
  requested_at: new Date("2026-11-20T01:00:00Z"),
  step: "BILLED",
  waits_for: null,
  failure: null,
  operator_id: "opr_1",
  operator_name: "Deccan Charge",
  location: { id: "loc_1", name: "Baner", city: "Pune" },
  mobile: "+919812345678",
  kwh: 0,
  cost_minor: 0n,
  cdr_id: "cdr_1",
};

test("a charge that took and cost nothing shows 0, which is not the same as not known", () => {
  expect(chargeToWire(row)).toEqual({
    id: "ses_1",
    requested_at: "2026-11-20T01:00:00.000Z",
    step: "BILLED",
    waits_for: null,
    failure: null,
    operator: { id: "opr_1", name: "Deccan Charge" },
    location: { id: "loc_1", name: "Baner", city: "Pune" },
    driver: { id: "usr_1", mobile_masked: "••••45678" },
    kwh: 0,
    cost_minor: 0,
    bill_id: "cdr_1",
  });
  expect(
    chargeToWire({ ...row, kwh: null, cost_minor: null, cdr_id: null, mobile: null }),
  ).toMatchObject({ kwh: null, cost_minor: null, bill_id: null, driver: { mobile_masked: null } });
});

test("an operator without a name is called by its id", () => {
  expect(chargeToWire({ ...row, operator_name: null }).operator).toEqual({
    id: "opr_1",
    name: "opr_1",
  });
});
