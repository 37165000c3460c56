import { randomOf } from "@voltmarg/testkit/random";
import { plugCost, type Stretch } from "../../../operator.ts";

/** What really happened at an operator's plug, and how the operator reports it during the charge. */
export type Plan = {
  seed: number;
  tariff: TariffName;
  /** Of the CDR; the sessions use the same. */
  stretches: readonly Stretch[];
  /** INVALID: the operator withdraws the session and sends no CDR. */
  end: "COMPLETED" | "INVALID";
  /** Sessions are sent complete each time, instead of only the new periods. */
  tellsWhole: boolean;
  /** A meter-only update between two segments. */
  tellsMeter: boolean;
  /** The CDR carries the authorization reference besides the session id. */
  namesStart: boolean;
  /** The CDR is credited and replaced by one with so many Wh less in its first segment; null: it stays. */
  corrected: number | null;
  /** When the driver requests a stop; null: the car ends the charge. */
  stopAt: number | null;
};

/** Rupees without GST of 18 %: per kWh, per charge, per hour of parking. */
export const tariffs = {
  EVEN: { energy: 20, fee: 0, parking: 0 },
  FEE: { energy: 15.5, fee: 10, parking: 0 },
  PARK: { energy: 18.25, fee: 0, parking: 60 },
} as const;
export type TariffName = keyof typeof tariffs;

/** No charge lasts longer, and no CDR takes longer to arrive. */
export const LONGEST_SECONDS = 500;

export function randomPlan(seed: number): Plan {
  const random = randomOf(seed);
  const kw = random.pick([7.4, 11, 22, 30, 50]);
  const stretches: Stretch[] = [];
  let from = 0;
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    const seconds = random.int(15, 85);
    const wh = Math.max(
      1,
      Math.round((kw * 1000 * seconds * (0.5 + random.fraction() / 2)) / 3600),
    );
    stretches.push({ from, seconds, wh });
    from += seconds;
  }
  if (random.chance(0.25))
    stretches.push({ from, seconds: random.int(15, 85), wh: 0, parked: true });
  const end = random.chance(0.05) ? "INVALID" : "COMPLETED";
  return {
    seed,
    tariff: random.pick(["EVEN", "FEE", "PARK"] as const),
    stretches,
    end,
    tellsWhole: random.chance(0.2),
    tellsMeter: random.chance(0.3),
    namesStart: random.chance(0.7),
    corrected:
      end === "COMPLETED" && random.chance(0.1)
        ? Math.min(stretches[0]!.wh - 1, random.int(0, 400))
        : null,
    stopAt: random.chance(0.3) ? random.int(10, from) : null,
  };
}

export const secondsOf = ({ stretches }: Plan): number =>
  stretches.reduce((sum, { seconds }) => sum + seconds, 0);

/** Paise without and with GST, as in the CDR. */
export function costOf({ tariff, stretches }: Pick<Plan, "tariff" | "stretches">) {
  const sum = (of: (stretch: Stretch) => number) =>
    stretches.reduce((total, stretch) => total + of(stretch), 0);
  return plugCost(tariffs[tariff], {
    wh: sum(({ wh }) => wh),
    charging: sum(({ seconds, parked }) => (parked ? 0 : seconds)),
    parked: sum(({ seconds, parked }) => (parked ? seconds : 0)),
  });
}

/** The segments of the final CDR. */
export const finalStretches = ({ stretches, corrected }: Plan): readonly Stretch[] => {
  const [first, ...others] = stretches;
  return corrected === null ? stretches : [{ ...first!, wh: first!.wh - corrected }, ...others];
};
