import { exact, type SellerTaxes } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { describeBill, type ChargeFigures } from "./describe-bill.ts";
import type { Due } from "./limit-to-agreed.ts";

const NOTHING_DUE = { net: 0n, total: 0n, audit: null, priced: null, ours: null } as never as Due;
const taxes: SellerTaxes = (kind) => ({
  percent: 18,
  sac: kind === "PARKING_TIME" ? "996743" : "998714",
});
const bill = (figures: Partial<ChargeFigures>, due: Partial<Due> = {}, row: object = {}) => {
  const snapshot = {
    location: {},
    connector: {},
    vehicle: { battery_capacity: 40.5, range: 390 },
  };
  const cdr = {
    start_date_time: "2026-11-24T11:00:00Z",
    end_date_time: "2026-11-24T12:00:00Z",
    total_energy: 30,
    ...figures,
  };
  const session = { id: "ses_1", snapshot, stop_reason: null, ...row } as never;
  return describeBill(session, cdr as never, { ...NOTHING_DUE, ...due }, taxes);
};

test("[B-3] [B-4] the range of a bill is as exact as that of usage, so that both say the same rupees per km", () => {
  expect(bill({ total_energy: 2.766 }).range_km).toBe(26.6);
});

test("[B-3] the average power is that of the time without parking; of no such time it is not known", () => {
  const figures = (more: Partial<ChargeFigures>) => {
    const { total_time_s, total_parking_time_s, average_kw } = bill(more);
    return [total_time_s, total_parking_time_s, average_kw];
  };
  expect(figures({})).toEqual([3_600, 0, 30]);
  expect(figures({ total_parking_time: 0.5 })).toEqual([3_600, 1_800, 60]);
  expect(figures({ total_energy: 0.01, end_date_time: "2026-11-24T11:00:01Z" })).toEqual([
    1, 0, 36,
  ]);
  expect(figures({ total_parking_time: 1 })).toEqual([3_600, 3_600, null]);
  expect(figures({ end_date_time: "2026-11-24T11:00:00Z" })).toEqual([0, 0, null]);
});

test.each([
  ["DRIVER", "DRIVER"],
  ["LIMIT", "LIMIT"],
  ["BALANCE", "BALANCE"],
  ["SILENT", "UNKNOWN"],
  ["DESK", "UNKNOWN"],
  [null, "UNKNOWN"],
])("[B-3] what stopped the charge: %s is %s on the bill", (stop_reason, said) => {
  expect(bill({}, {}, { stop_reason }).stop_reason).toBe(said);
});

describe("[B-3] [E-4] lines of a bill", () => {
  const ours = {
    inclMinor: 23_600n,
    exclMinor: 20_000n,
    adjustment: null,
    lines: [
      {
        dimension: "ENERGY",
        quantity: "10",
        unit: "kWh",
        unitPrice: "20",
        vat: "18",
        exclVat: "200",
        inclVat: "236",
        from: "2026-11-24T11:00:00Z",
        until: "2026-11-24T12:00:00Z",
        elementIndex: 0,
        restrictions: null,
        rounding: null,
        reason: "",
      },
    ],
  };
  const lines = (net: bigint, total: bigint, priced: bigint | null) =>
    bill({}, { net, total, priced, ours } as never).lines.map((line) => [
      line.dimension,
      line.price,
      line.excl_vat_minor,
      line.incl_vat_minor,
    ]);
  const energy = ["ENERGY", "20", 20_000, 23_600];

  test("are those of our price where it is what is due", () => {
    expect(lines(20_000n, 23_600n, 23_600n)).toEqual([energy]);
  });

  test("say what the operator asked less, and what is above what was agreed, to the paisa", () => {
    expect(lines(19_999n, 23_599n, 23_599n)).toEqual([energy, ["OPERATOR_LESS", "-0.01", -1, -1]]);
    expect(lines(19_000n, 22_420n, 22_421n)).toEqual([
      energy,
      ["ABOVE_AGREED", "-10.00", -1_000, -1_180],
    ]);
  });

  test("are the operator's total at our rate where we have no price", () => {
    expect(bill({}, { net: 20_000n, total: 23_600n }).lines).toMatchObject([
      {
        dimension: "RECORD_TOTAL",
        price: "200.00",
        vat: "18",
        sac: "998714",
        excl_vat_minor: 20_000,
        incl_vat_minor: 23_600,
      },
    ]);
  });
});

test.each([
  [true, "1.01", null],
  [false, "1.00", null],
  [false, "1.004", null],
  [false, "1.01", { asked_minor: 101, checked_minor: 100 }],
])(
  "[B-3] a dispute is shown where the totals differ: agreed %s, %s asked for 1.00",
  (agreed, incl, shown) => {
    const audit = {
      agreed,
      asked: { incl: exact(incl), excl: exact("0") },
      checked: { inclMinor: 100n },
    };
    expect(bill({}, { audit } as never).dispute).toEqual(shown);
  },
);
