import { expect, test } from "vitest";
import { describeBill } from "./describe-bill.ts";

test("[B-3] [B-4] the range of a bill is as exact as that of usage, so that both say the same rupees per km", () => {
  const snapshot = {
    location: {},
    connector: {},
    vehicle: { battery_capacity: 40.5, range: 390 },
  };
  const cdr = {
    start_date_time: "2026-11-24T11:12:00Z",
    end_date_time: "2026-11-24T11:14:00Z",
    total_energy: 2.766,
  };
  const due = { net: 5325n, total: 6283n, audit: null, priced: null, ours: null };
  expect(describeBill({ snapshot } as never, cdr as never, due as never).range_km).toBe(26.6);
});
