import type { Connector } from "@voltmarg/ocpi";
import type { Random } from "../random.ts";

/** A simulated vehicle at one plug. Energies in Wh, powers in W. */
export type Car = {
  battery: number;
  /** The most power it can take here. */
  intake: number;
  startSoc: number;
  targetSoc: number;
  /** Seconds of the session clock between full and unplugged. */
  lingers: number;
};

/** What the next car at an EVSE does, set by a tester. */
export type Appetite = {
  /** Wh it takes, exactly. */
  takes: number;
  /** W, if the plug can deliver it. */
  intake: number;
  /** Seconds of the session clock that it stays after charging. */
  lingers: number;
};

/** A car that is full once it has taken its energy. */
export const carWanting = ({ takes, intake, lingers }: Appetite): Car => ({
  battery: takes,
  intake,
  startSoc: 0,
  targetSoc: 100,
  lingers,
});

/** Power a connector can give, in W. OCPI 2.2.1: max_electric_power wins; AC_3_PHASE volts are line to neutral. */
export function connectorPower(connector: Connector): number {
  const { max_electric_power, max_voltage = 0, max_amperage = 0 } = connector;
  if (max_electric_power !== undefined) return max_electric_power;
  const phases =
    { AC_3_PHASE: 3, AC_2_PHASE: 2, AC_2_PHASE_SPLIT: 2 }[connector.power_type as string] ?? 1;
  return max_voltage * max_amperage * phases;
}

export function carFor(connector: Connector, random: Random): Car {
  const { battery, intake } = model(connector, random);
  return {
    battery,
    intake,
    startSoc: random.int(10, 55),
    targetSoc: random.pick([80, 90, 100, 100]),
    lingers: random.int(10, 40) * 60,
  };
}

function model(connector: Connector, random: Random): Pick<Car, "battery" | "intake"> {
  if (connector.power_type === "DC") {
    if (connector.max_voltage! <= 120)
      return { battery: random.int(12, 18) * 1000, intake: 15_000 };
    if (connector.standard === "CHADEMO") return { battery: 40_000, intake: 46_000 };
    return random.pick([
      { battery: 30_200, intake: 50_000 },
      { battery: 40_500, intake: 60_000 },
      { battery: 50_300, intake: 80_000 },
      { battery: 60_500, intake: 100_000 },
      { battery: 77_400, intake: 220_000 },
    ]);
  }
  if (connector.standard === "IEC_62196_T2") {
    return random.pick([
      { battery: 30_200, intake: 7200 },
      { battery: 40_500, intake: 7200 },
      { battery: 50_300, intake: 11_000 },
      { battery: 77_400, intake: 11_000 },
    ]);
  }
  // Two-wheelers and three-wheelers.
  return random.pick([
    { battery: 2900, intake: 750 },
    { battery: 3700, intake: 1000 },
    { battery: 7400, intake: 2200 },
    { battery: 10_000, intake: 3000 },
  ]);
}
