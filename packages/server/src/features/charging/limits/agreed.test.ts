import type { EstimationInfo, Tariff } from "@voltmarg/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOwnOperator, type OwnOperator } from "@voltmarg/testkit/own-operator";
import { fakeClock } from "@voltmarg/testkit/service-parts";
import { sql, type Tx } from "../../../platform/database/database.ts";
import { growHold, holdsOf, placeHold, releaseHold } from "../../wallet/index.ts";
import type { ChargingDeps } from "../change-session.ts";
import { storeMeters } from "../live/measure.ts";
import { findSession, insertSession, saveSessions, type SessionRow } from "../session.store.ts";
import { agreedOf, holdForParking, holdMore } from "./agreed.ts";

// A plug of 60 kW at ₹23.60 a kWh with GST; ₹1.18 a minute of parking.
const T0 = Date.parse("2026-11-20T08:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number) => new Date(T0 + minutes * MINUTE);

let own: OwnOperator;
let template: SessionRow;
beforeAll(async () => {
  const component = (type: string, price: number) => ({ type, price, vat: 18, step_size: 1 });
  own = await openOwnOperator({
    PARK: [{ price_components: [component("ENERGY", 20), component("PARKING_TIME", 60)] }],
  });
  const charge = await own.ask(await own.driver(), "PARK-1");
  template = (await findSession(own.world.database.db, charge.driver.id, charge.id))!;
});
afterAll(() => own.close());

const deps = { clock: fakeClock(at(0)) } as unknown as ChargingDeps;
type Metered = { from: number; until: number; kwh: string; charging?: boolean };
type Case = {
  info?: Partial<EstimationInfo>;
  /** Paise; null: a company pays. */
  hold?: bigint | null;
  grownBy?: bigint;
  released?: boolean;
  wallet?: bigint;
  owed?: bigint;
  meter?: readonly Metered[];
  tariff?: unknown;
  row?: Partial<SessionRow>;
};
const BOUND = 1_000;
const MONEY = { selectedMoney: 120 };
const ENERGY = { selectedPower: 4 };

let made = 0;
/** A session as it is at one moment: its hold of ₹150, its driver's wallet and its meter. */
async function during<T>(a: Case, work: (tx: Tx, row: SessionRow) => Promise<T>): Promise<T> {
  const { hold = 15_000n, wallet = 0n, owed = 0n, info = {}, grownBy = 0n } = a;
  const { user_id: userId } = template;
  made += 1;
  const { snapshot } = template;
  const row: SessionRow = {
    ...template,
    id: `ses_agreed_${made}`,
    requested_at: at(0),
    start_at: at(0),
    duration_s: 7_200,
    told: [],
    ...a.row,
    snapshot: {
      ...snapshot,
      tariff: a.tariff === undefined ? snapshot.tariff : (a.tariff as Tariff),
      estimation_info: { isPrimaryVehicle: true, isCorporateCustomer: false, ...info },
      hold_minor: hold === null ? null : Number(hold),
      bound_minor: BOUND,
    },
  };
  return own.world.database.transact(async (tx) => {
    row.version = await insertSession(tx, row, null);
    await saveSessions(tx, [row]);
    const of = { userId, sessionId: row.id, reason: "Held", at: at(0) };
    await sql`update ledger_wallet set wallet = 100000, overdraft = 0 where owner = ${userId}`.execute(
      tx,
    );
    if (hold !== null) {
      await placeHold(tx, { ...of, amount: hold });
      if (grownBy > 0n) await growHold(tx, { ...of, wanted: grownBy });
      if (a.released) await releaseHold(tx, { ...of, status: "RELEASED" });
    }
    await sql`update ledger_wallet set wallet = ${wallet}, overdraft = ${-owed} where owner = ${userId}`.execute(
      tx,
    );
    await storeMeters(tx, [
      {
        row,
        whole: true,
        values: (a.meter ?? []).map(({ from, until, kwh, charging = true }) => ({
          at: at(from),
          until: at(until),
          kwh,
          charging,
          power_kw: null,
          state_of_charge: null,
        })),
      },
    ]);
    return work(tx, row);
  });
}
const agreed = (a: Case) => during(a, agreedOf);
const heldAfter = (a: Case, work: (tx: Tx, row: SessionRow) => Promise<unknown>) =>
  during(a, async (tx, row) => {
    const result = await work(tx, row);
    const [hold] = await holdsOf(tx, [{ user_id: row.user_id, session_id: row.id }]);
    return [hold?.amount ?? null, result];
  });

describe("[B-7] what was agreed while the money is held", () => {
  test.each<[string, Case, object]>([
    [
      "an amount is a promise: the bound above it is ours",
      { info: MONEY },
      { payer: 12_000n, charge: 16_000n, parking: 0n },
    ],
    [
      "without an amount the driver pays the bound as well",
      { info: ENERGY },
      { payer: 16_000n, charge: 16_000n, parking: 0n },
    ],
    [
      "with a limit a hold that grew has grown for parking",
      { info: MONEY, grownBy: 5_000n },
      { payer: 12_000n, charge: 16_000n, parking: 5_000n },
    ],
    [
      "so it has with a limit in energy",
      { info: ENERGY, grownBy: 5_000n },
      { payer: 16_000n, charge: 16_000n, parking: 5_000n },
    ],
    [
      "without a limit it has grown with the session",
      { grownBy: 5_000n },
      { payer: 21_000n, charge: 21_000n, parking: 0n },
    ],
  ])("%s", async (_what, a, expected) => {
    expect(await agreed(a)).toEqual(expected);
  });
});

describe("[B-7] what was agreed after the money was released", () => {
  // ₹120 and ₹50 of parking; the wallet may fall below zero by ₹10.
  test.each<[wallet: bigint, owed: bigint, payer: bigint, parking: bigint]>([
    [90_000n, 0n, 12_000n, 5_000n],
    [16_000n, 0n, 12_000n, 5_000n],
    [15_999n, 0n, 12_000n, 4_999n],
    [11_000n, 0n, 12_000n, 0n],
    [10_999n, 0n, 11_999n, 0n],
    [0n, 0n, 1_000n, 0n],
    [20_000n, 9_000n, 12_000n, 0n],
    [5_000n, 8_000n, 1_000n, 0n],
  ])("with %i paise, of which %i are owed", async (wallet, owed, payer, parking) => {
    const a = { info: MONEY, grownBy: 5_000n, released: true, wallet, owed };
    expect(await agreed(a)).toEqual({ payer, charge: 16_000n, parking });
  });

  test("a hold without a limit that had grown is agreed as far as the wallet covers it", async () => {
    const a = { grownBy: 5_000n, released: true };
    expect(await agreed({ ...a, wallet: 20_000n })).toMatchObject({ payer: 21_000n, parking: 0n });
    expect(await agreed({ ...a, wallet: 19_999n })).toMatchObject({ payer: 20_999n, parking: 0n });
  });
});

describe("[B-7] what was agreed for a company's session", () => {
  const company = { hold: null } as const;
  // ₹300 and the ₹50 that are always held above.
  const info = { selectedMoney: 300 };

  test.each([
    [null, 36_000n],
    [34_999n, 36_000n],
    [40_000n, 41_000n],
  ])("is what was asked for, or what was metered if that is more: %s", async (cost, charge) => {
    const row = { cost_minor: cost };
    expect(await agreed({ ...company, info, row })).toEqual({
      payer: 30_000n,
      charge,
      parking: 0n,
    });
    const { payer } = await agreed({ ...company, row });
    expect(payer).toBe(cost === 40_000n ? 41_000n : cost === null ? 16_000n : 35_999n);
  });

  const meter = [
    { from: 0, until: 60, kwh: "30" },
    { from: 60, until: 120, kwh: "30" },
  ];
  const LEAST = 36_000n;
  test.each([
    [-1, LEAST],
    [0, LEAST],
    // Half of the first hour.
    [30, 36_400n],
    [60, 71_800n],
    [90, 107_200n],
    [120, 142_600n],
    [180, 142_600n],
  ])("counts what was metered until its stop, %i min after its start", async (minutes, charge) => {
    const row = { stop_asked_at: at(minutes), cost_minor: 900_000n };
    expect((await agreed({ ...company, info, meter, row })).charge).toBe(charge);
  });

  test("counts parking until the stop, and none after it", async () => {
    const parked = [meter[0]!, { from: 60, until: 120, kwh: "0", charging: false }];
    const row = { stop_asked_at: at(90) };
    expect((await agreed({ ...company, info, meter: parked, row })).charge).toBe(
      70_800n + 30n * 118n + 1_000n,
    );
  });

  test("counts nothing before the start, and nothing of a meter that cannot be priced", async () => {
    const row = { stop_asked_at: at(90) };
    expect((await agreed({ ...company, info, row: { ...row, start_at: null } })).charge).toBe(
      LEAST,
    );
    const broken = [{ from: 0, until: 60, kwh: "-5" }];
    expect((await agreed({ ...company, info, meter: broken, row })).charge).toBe(LEAST);
  });

  test("a tariff that breaks the engine is a bug, and not hidden", async () => {
    const tariff = { currency: "INR", elements: 7 };
    const row = { stop_asked_at: at(90) };
    await expect(agreed({ ...company, info, meter, tariff, row })).rejects.toThrow(TypeError);
  });
});

describe("[S-1] a session without a limit", () => {
  test.each<[string, Case, bigint, boolean]>([
    ["holds the next ₹100 and the bound", { row: { cost_minor: 13_000n } }, 26_000n, true],
    ["holds as much before it costs anything", { row: { cost_minor: null } }, 26_000n, true],
    ["just within its hold holds no more", { row: { cost_minor: 14_000n } }, 26_000n, true],
    ["holds what it passed its hold by as well", { row: { cost_minor: 20_000n } }, 32_000n, true],
    ["holds what its wallet has", { row: { cost_minor: 13_000n }, wallet: 500n }, 15_500n, true],
    [
      "holds nothing of an empty wallet",
      { row: { cost_minor: 13_000n }, wallet: 0n },
      15_000n,
      false,
    ],
    [
      "whose hold is released holds nothing",
      { row: { cost_minor: 13_000n }, released: true },
      15_000n,
      false,
    ],
    ["but with one, holds nothing", { row: { cost_minor: 13_000n }, info: MONEY }, 15_000n, false],
  ])("%s", async (_what, a, amount, isHeld) => {
    const more = (tx: Tx, row: SessionRow) => holdMore(deps, tx, row);
    expect(await heldAfter({ wallet: 80_000n, ...a }, more)).toEqual([amount, isHeld]);
  });

  test("of a company has no hold to grow", async () => {
    const more = (tx: Tx, row: SessionRow) => holdMore(deps, tx, row);
    expect(await heldAfter({ hold: null, wallet: 80_000n }, more)).toEqual([null, false]);
  });
});

describe("[B-7] parking while the session runs", () => {
  const meter = [
    { from: 0, until: 30, kwh: "4" },
    { from: 30, until: 60, kwh: "0", charging: false },
  ];
  const told = { told: ["PARKING_FEE"] };
  const broken = [{ from: 0, until: 60, kwh: "-5" }];

  test.each<[string, Case, bigint]>([
    ["half an hour", { row: told }, 18_540n],
    ["half an hour, of which some is held", { row: told, grownBy: 2_000n }, 18_540n],
    ["half an hour, of which more is held", { row: told, grownBy: 4_000n }, 19_000n],
    ["as far as the wallet has it", { row: told, wallet: 1_000n }, 16_000n],
    ["nothing of which the driver was not told", {}, 15_000n],
    ["nothing without a limit, where it is held with the rest", { row: told, info: {} }, 15_000n],
    ["nothing once the hold is released", { row: told, released: true }, 15_000n],
    ["nothing before the start", { row: { ...told, start_at: null } }, 15_000n],
    ["nothing that cannot be priced", { row: told, meter: broken }, 15_000n],
  ])("holds the fee of %s", async (_what, a, amount) => {
    const park = (tx: Tx, row: SessionRow) => holdForParking(deps, tx, row);
    const all = { info: MONEY, wallet: 80_000n, meter, ...a };
    expect(await heldAfter(all, park)).toEqual([amount, undefined]);
  });

  test("of a company's session holds nothing", async () => {
    const park = (tx: Tx, row: SessionRow) => holdForParking(deps, tx, row);
    const a = { hold: null, info: MONEY, row: told, meter };
    expect(await heldAfter(a, park)).toEqual([null, undefined]);
  });
});
