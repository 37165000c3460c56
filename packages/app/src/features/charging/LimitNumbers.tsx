import type { Vehicle } from "@voltmarg/contract";
import type { PlannedCharge } from "@voltmarg/rules";
import { Minus } from "@phosphor-icons/react/dist/csr/Minus";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import type { ReactNode } from "react";
import { aboutKwh, duration, inr, moreKm } from "../../ui/format.ts";
import { priceCopy } from "../../prices/copy.ts";
import { BatteryBar } from "./BatteryBar.tsx";
import { copy } from "./copy.ts";
import { limitWords } from "./limit-text.ts";
import type { LimitBy } from "./limit-scale.ts";

/** The chosen value, the three derived from it, and the battery. Unknown values are a dash. */
export function LimitNumbers({
  by,
  value,
  plan,
  vehicle,
  vehicleName,
  cost,
  priced,
  free,
  ends,
  changes,
  battery,
  onBattery,
  onStep,
}: {
  by: LimitBy;
  value: number;
  plan: PlannedCharge | null;
  vehicle: Vehicle | undefined;
  vehicleName: ReactNode;
  cost: number | null;
  priced: boolean;
  /** The session costs nothing. */
  free: boolean;
  /** Why the session ends before the choice is reached. */
  ends: readonly string[];
  /** How the price changes during the session. */
  changes: readonly string[];
  /** How full the battery is, per cent; null: not known. */
  battery: number | null;
  onBattery: (percent: number) => void;
  /** A step of the ruler, for drivers who do not drag. */
  onStep: (by: 1 | -1) => void;
}) {
  const lead = {
    MONEY: copy.stopsAtMoney,
    ENERGY: copy.stopsAfterEnergy,
    TIME: copy.stopsAfter,
    RANGE: copy.stopsAfterRange,
  }[by];
  const followers: { by: LimitBy; value: string; label: string }[] = [
    { by: "MONEY", value: cost === null ? "–" : inr(cost), label: copy.cost },
    { by: "ENERGY", value: plan ? aboutKwh(plan.kwh) : "–", label: copy.energy },
    { by: "TIME", value: plan ? duration(plan.minutes) : "–", label: copy.timeAbout },
    {
      by: "RANGE",
      value: plan?.rangeKm == null ? "–" : moreKm(plan.rangeKm),
      label: copy.rangeAbout,
    },
  ];
  const shown = followers.filter((one) => one.by !== by && (one.by !== "MONEY" || priced));
  const capacity = vehicle?.battery_capacity ?? null;
  const share = plan && capacity ? Math.min(100, Math.round((plan.kwh / capacity) * 100)) : null;
  const [number, unit] = splitUnit(limitWords(by, value));
  return (
    <div className="mid">
      <div className="big">
        <p className="ink2">{lead}</p>
        <div className="stepped">
          <button type="button" className="chip" aria-label={copy.less} onClick={() => onStep(-1)}>
            <Minus size={22} weight="bold" aria-hidden="true" />
          </button>
          <p className="v num">
            {number}
            {unit ? <small>{unit}</small> : null}
          </p>
          <button type="button" className="chip" aria-label={copy.more} onClick={() => onStep(1)}>
            <Plus size={22} weight="bold" aria-hidden="true" />
          </button>
        </div>
        {priced ? null : (
          <p className="sub ink2">{free ? priceCopy.freeOfCharge : copy.costUnknown}</p>
        )}
        {ends.map((sentence) => (
          <p key={sentence} className="sub num">
            {sentence}
          </p>
        ))}
      </div>
      <dl className="three num">
        {shown.map((one) => (
          <div key={one.by}>
            <dt className="k">{one.label}</dt>
            <dd className="v">{one.value}</dd>
          </div>
        ))}
      </dl>
      {changes.map((line) => (
        <p key={line} className="sub ink2 num turn">
          {line}
        </p>
      ))}
      {vehicle && share !== null ? (
        <BatteryBar {...{ vehicleName, battery, share }} onSay={onBattery} />
      ) : vehicle && capacity !== null ? null : (
        <p className="batt sub ink2">{vehicleName ?? copy.noVehicle}</p>
      )}
    </div>
  );
}

/** "150 km" as number and unit; ₹300 and "2 h 5 min" are not split. */
function splitUnit(words: string): [string, string | null] {
  // An isolate that begins in the number and ends in the unit would take the gap between them.
  const parts = words.replaceAll(/[\u2068\u2069]/g, "").split(/\s/);
  return parts.length === 2 ? [parts[0]!, parts[1]!] : [words, null];
}
