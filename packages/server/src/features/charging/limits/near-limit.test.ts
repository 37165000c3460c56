import type { EstimationInfo } from "@voltmarg/contract";
import { NEXON } from "@voltmarg/testkit/fixtures/vehicle";
import { expect, test } from "vitest";
import type { SessionRow } from "../session.store.ts";
import { isNearLimit } from "./near-limit.ts";

const near = (
  info: Partial<EstimationInfo>,
  reached: Partial<SessionRow>,
  vehicle: unknown = NEXON,
): boolean =>
  isNearLimit({
    status: "ACTIVE",
    cost_minor: null,
    duration_s: null,
    kwh: null,
    ...reached,
    snapshot: { estimation_info: info, vehicle },
  } as SessionRow);

test.each<[Partial<EstimationInfo>, Partial<SessionRow>, boolean]>([
  [{ selectedMoney: 100 }, { cost_minor: 8_999n }, false],
  [{ selectedMoney: 100 }, { cost_minor: 9_000n }, true],
  [{ selectedMoney: 100 }, { cost_minor: 12_000n }, true],
  [{ selectedMoney: 100 }, { kwh: 90, duration_s: 90_000 }, false],
  [{ selectedTime: 10 }, { duration_s: 539 }, false],
  [{ selectedTime: 10 }, { duration_s: 540 }, true],
  [{ selectedTime: 10 }, {}, false],
  [{ selectedTime: 0.5 }, {}, false],
  [{ selectedPower: 20 }, { kwh: 17.9 }, false],
  [{ selectedPower: 20 }, { kwh: 18 }, true],
  [{ selectedPower: 1 }, {}, false],
  [{ selectedRange: 100 }, { kwh: 0 }, false],
  [{ selectedRange: 1 }, {}, false],
  [{ selectedRange: 100 }, { kwh: 40 }, true],
  [{}, { cost_minor: 90_000n, kwh: 90, duration_s: 90_000 }, false],
])("[S-7] nine tenths of %o are near: %o", (info, reached, expected) => {
  expect(near(info, reached)).toBe(expected);
});

test("[S-7] a range is near at nine tenths of its energy, and never for a vehicle of unknown range", () => {
  const kwhPerKm = NEXON.battery_capacity / NEXON.range;
  expect(near({ selectedRange: 100 }, { kwh: 89 * kwhPerKm })).toBe(false);
  expect(near({ selectedRange: 100 }, { kwh: 91 * kwhPerKm })).toBe(true);
  expect(near({ selectedRange: 100 }, { kwh: 500 }, null)).toBe(false);
});

test("[S-7] a session that does not run is near no limit", () => {
  const reached = { cost_minor: 10_000n };
  expect(near({ selectedMoney: 100 }, { ...reached, status: "COMPLETED" })).toBe(false);
  expect(near({ selectedMoney: 100 }, { ...reached, status: "PENDING" })).toBe(false);
});
