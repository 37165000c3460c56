import { type Connector, known, voltsTimesAmperes } from "./power.ts";

/** A connector in OCPI 2.2.1, as far as its power is concerned. */
export type SentConnector = {
  standard: string;
  power_type: string;
  max_electric_power?: number | null | undefined;
  max_voltage?: number | null | undefined;
  max_amperage?: number | null | undefined;
};

type Current = "AC" | "DC";

/** kW: the most volts times the most amperes that the standard of a plug has. */
const CEILINGS: Record<Current, Record<string, number>> = {
  AC: {
    GBT_AC: 48, // GB/T 20234.2: 440 V, 63 A, three phases
    IEC_60309_2_single_16: 3.7, // also Bharat AC-001
    IEC_60309_2_three_16: 11,
    IEC_60309_2_three_32: 22,
    IEC_60309_2_three_64: 43.5,
    IEC_62196_T1: 19.2, // IEC 62196-2: 240 V, 80 A
    IEC_62196_T2: 43.5, // IEC 62196-2: 400 V, 63 A, three phases
    IEC_62196_T3A: 7.4, // IEC 62196-2: 230 V, 32 A
    IEC_62196_T3C: 43.5, // IEC 62196-2: 400 V, 63 A, three phases
    LECCS: 7.7, // IS 17017-2-7: 240 V, 32 A
    NEMA_5_20: 2.4,
    NEMA_6_30: 7.2,
    NEMA_6_50: 12,
    NEMA_10_30: 7.2,
    NEMA_10_50: 12,
    NEMA_14_30: 7.2,
    NEMA_14_50: 12,
    TESLA_R: 16.8, // 240 V, 70 A
    TESLA_S: 22,
  },
  DC: {
    CHADEMO: 400, // CHAdeMO 2.0: 1000 V, 400 A
    CHAOJI: 900, // CHAdeMO 3.0: 1500 V, 600 A
    GBT_DC: 800, // GB/T 20234.3: 1000 V, 800 A; also Bharat DC-001
    IEC_62196_T1_COMBO: 500, // IEC 62196-3: 1000 V, 500 A
    IEC_62196_T2_COMBO: 500, // IEC 62196-3: 1000 V, 500 A
    LECCS: 12, // IS 17017-2-7: 120 V, 100 A
    LEVDC: 12, // IS 17017-2-6: 120 V, 100 A
    MCS: 3750, // IEC 63379: 1250 V, 3000 A
    PANTOGRAPH_BOTTOM_UP: 1000, // EN 50696: 1000 V, 1000 A
    PANTOGRAPH_TOP_DOWN: 1000,
    SAE_J3400: 500, // SAE J3400: 1000 V, 500 A
  },
};
/** DOMESTIC_A to DOMESTIC_O: 16 A on one phase. */
const SOCKET_KW = 3.7;
/** Grids have more volts than their name says, and plugs on sale go beyond their standard. */
const ALLOWANCE = 1.25;
/** kW: no plug for vehicles gives less. */
const LEAST_KW = 1;
/**
 * So often the power may be volts × amperes: three phases are sent as one, and for DC the amperes of the supply. OCPI
 * does not allow more than once.
 */
const MOST_TIMES: Record<Current, number> = { AC: 3.5, DC: 10 };
/** A number of kW in the field of W is near volts × amperes, or a part of it. */
const AS_KW = { least: 0.1, most: 1.5 };

/** Three-phase volts in this range are line to line: no grid has such a line-to-neutral voltage. */
const LINE_TO_LINE = { least: 380, most: 440 };

/**
 * Volts of a plug for `Connector.voltage`, from OCPI's max_voltage. The standard means line to neutral for three
 * phases; many operators send 400, which is line to line. null: unknown.
 */
export function lineToLineVolts(powerType: string, told: number | undefined): number | null {
  if (told === undefined || powerType !== "AC_3_PHASE") return told ?? null;
  const isLineToLine = told >= LINE_TO_LINE.least && told <= LINE_TO_LINE.most;
  return isLineToLine ? told : Math.round(told * Math.sqrt(3));
}

/** What cannot be right in what was sent, and what it was read as. */
export type WrongPower = {
  field: "max_electric_power" | "max_amperage";
  /** READ_AS: another power counts; LEFT_OUT: none is known */
  outcome: "READ_AS" | "LEFT_OUT";
  message: string;
};
type RatedPower = {
  /** of the plug alone; null: not known */
  kw: number | null;
  /** W of max_electric_power that count; null: volts × amperes do, or nothing is known */
  watts: number | null;
  /** null: nothing that was sent is wrong */
  wrong: WrongPower | null;
};

/**
 * The power of a plug by its operator's data, which are compared with each other and with its standard: its
 * max_electric_power; where that cannot be right, the same number in kW if volts × amperes agree, else volts ×
 * amperes; where these cannot be right either, it is not known.
 */
export function ratedPower(connector: Connector): RatedPower {
  const sent = connector.max_electric_power;
  const watts = known(sent);
  const product = voltsTimesAmperes(connector);
  const most = ceilingKw(connector) * ALLOWANCE;
  const canBe = (kw: number) => kw >= LEAST_KW && kw <= most;
  const byVolts = product !== null && canBe(product) ? product : null;
  const times = MOST_TIMES[currentOf(connector)];
  if (watts !== null && canBe(watts / 1000) && watts / 1000 <= (byVolts ?? Infinity) * times)
    return { kw: watts / 1000, watts, wrong: null };
  const wrong = (outcome: WrongPower["outcome"], message: string): WrongPower => ({
    field: sent ? "max_electric_power" : "max_amperage",
    outcome,
    message,
  });
  if (byVolts === null) {
    const isSilent = !sent && product === null;
    return { kw: null, watts: null, wrong: isSilent ? null : wrong("LEFT_OUT", "cannot be right") };
  }
  if (!sent) return { kw: byVolts, watts: null, wrong: null };
  const share = (watts ?? 0) / byVolts;
  if (watts !== null && canBe(watts) && share >= AS_KW.least && share <= AS_KW.most)
    return {
      kw: watts,
      watts: watts * 1000,
      wrong: wrong("READ_AS", "a number of kW, read as kW"),
    };
  const message = "cannot be right, read as volts × amperes";
  return { kw: byVolts, watts: null, wrong: wrong("READ_AS", message) };
}

const currentOf = ({ power_type }: Connector): Current =>
  power_type.startsWith("AC") ? "AC" : "DC";

/** Of a standard without a row, the highest of all. */
function ceilingKw(connector: Connector): number {
  const { standard = "" } = connector;
  const ceilings = CEILINGS[currentOf(connector)];
  if (standard.startsWith("DOMESTIC_")) return SOCKET_KW;
  return ceilings[standard] ?? Math.max(...Object.values(ceilings));
}

/**
 * A plug's data for `Connector` and the driver API from OCPI's, with only a power that can be right: whoever computes
 * with them need not check them again.
 */
export function physicalOf(sent: SentConnector) {
  const connector = asSent(sent);
  const { kw, watts } = ratedPower(connector);
  const amperage = kw === null ? null : connector.amperage;
  return { ...connector, max_electric_power: watts, amperage };
}

/** What in the power of an OCPI connector cannot be right; null: nothing. */
export const wrongPower = (sent: SentConnector): WrongPower | null =>
  ratedPower(asSent(sent)).wrong;

const asSent = ({ standard, power_type, ...sent }: SentConnector) => ({
  standard,
  power_type,
  max_electric_power: sent.max_electric_power ?? null,
  voltage: lineToLineVolts(power_type, sent.max_voltage ?? undefined),
  amperage: sent.max_amperage ?? null,
});
