import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { powerKw } from "./power.ts";
import { physicalOf, ratedPower, wrongPower } from "./rated-power.ts";

const TYPE_2 = { standard: "IEC_62196_T2", power_type: "AC_1_PHASE" };
const THREE = { standard: "IEC_62196_T2", power_type: "AC_3_PHASE" };
const CCS_2 = { standard: "IEC_62196_T2_COMBO", power_type: "DC" };
const SOCKET = { standard: "DOMESTIC_M", power_type: "AC_1_PHASE" };

describe("[L-5] power that an operator sends", () => {
  test.each([
    ["a thousand times too much", { ...TYPE_2, watts: 7_590_000, volts: 230, amperes: 33 }, 7.4],
    ["kW on three phases", { ...THREE, watts: 22, volts: 230, amperes: 32 }, 22],
    ["kW with a decimal", { ...TYPE_2, watts: 7.4, volts: 230, amperes: 32 }, 7.4],
    ["kW below what the cable could do", { ...CCS_2, watts: 60, volts: 1000, amperes: 200 }, 60],
    ["kW that volts and amperes deny", { ...TYPE_2, watts: 60, volts: 230, amperes: 32 }, 7.2],
    ["kW with nothing to compare", { ...CCS_2, watts: 60, volts: null, amperes: null }, null],
    ["ten times too much", { ...TYPE_2, watts: 33_000, volts: 230, amperes: 16 }, 3.6],
    ["more than a socket gives", { ...SOCKET, watts: 15_000, volts: null, amperes: null }, null],
    ["all of it too much", { ...SOCKET, watts: 15_000, volts: 400, amperes: 63 }, null],
    ["milliamperes", { ...SOCKET, watts: null, volts: 230, amperes: 16_000 }, null],
    ["less than nothing", { ...CCS_2, watts: -1, volts: 500, amperes: 120 }, 60],
  ])("%s is noticed, and never shown", (_, { watts, volts, amperes, ...plug }, kw) => {
    const sent = { ...plug, max_electric_power: watts, max_voltage: volts, max_amperage: amperes };
    expect(powerKw(physicalOf(sent), null)).toBe(kw);
    expect(wrongPower(sent)).not.toBeNull();
  });

  test.each([
    ["Type 2", { ...TYPE_2, watts: 7_400, volts: 230, amperes: 32 }, 7.4],
    ["43 kW of Type 2", { ...THREE, watts: 43_000, volts: 400, amperes: 63 }, 43],
    ["one phase in name only", { ...TYPE_2, watts: 22_000, volts: 230, amperes: 32 }, 22],
    ["amperes of the supply side", { ...CCS_2, watts: 120_000, volts: 400, amperes: 32 }, 120],
    ["the strongest CCS on sale", { ...CCS_2, watts: 600_000, volts: 1000, amperes: 600 }, 600],
    ["a megawatt", { standard: "MCS", power_type: "DC", watts: 3_750_000 }, 3750],
    ["a standard of the future", { standard: "NEW", power_type: "DC", watts: 1_200_000 }, 1200],
    ["a scooter's plug", { standard: "LECCS", power_type: "DC", watts: 12_000 }, 12],
    [
      "Bharat AC-001",
      { standard: "IEC_60309_2_single_16", power_type: "AC_1_PHASE", watts: 3_300 },
      3.3,
    ],
    ["CCS under the name of Type 2", { ...TYPE_2, power_type: "DC", watts: 60_000 }, 60],
    ["nothing but volts and amperes", { ...TYPE_2, watts: null, volts: 230, amperes: 32 }, 7.2],
    ["zero, which is no power", { ...TYPE_2, watts: 0, volts: 230, amperes: 32 }, 7.2],
    ["placeholders of volts and amperes", { ...CCS_2, watts: 60_000, volts: 1, amperes: 1 }, 60],
    ["nothing", { ...TYPE_2, watts: null }, null],
  ])("%s is right", (_, plug, kw) => {
    const { watts, volts, amperes, ...rest } = { volts: null, amperes: null, ...plug };
    const sent = { ...rest, max_electric_power: watts, max_voltage: volts, max_amperage: amperes };
    expect(wrongPower(sent)).toBeNull();
    expect(powerKw(physicalOf(sent), null)).toBe(kw);
  });

  test("is null or at least a kilowatt, and the API's data are not wrong again", () => {
    const rating = fc.option(fc.oneof(fc.integer({ min: -5, max: 10_000_000 }), fc.double()));
    const plug = fc.record({
      standard: fc.constantFrom("IEC_62196_T2", "IEC_62196_T2_COMBO", "DOMESTIC_D", "LEVDC", "X"),
      power_type: fc.constantFrom("AC_1_PHASE", "AC_3_PHASE", "DC", "WIND"),
      max_electric_power: rating,
      max_voltage: rating,
      max_amperage: rating,
    });
    fc.assert(
      fc.property(plug, (sent) => {
        const shown = physicalOf(sent);
        const kw = powerKw(shown, null);
        expect(kw === null || (kw >= 1 && kw <= 4_700)).toBe(true);
        expect(ratedPower(shown).wrong).toBeNull();
      }),
    );
  });
});
