import type { Vehicle } from "@voltmarg/contract";
import type { PlannedCharge } from "@voltmarg/rules";
import type { ReactNode } from "react";
import { aboutKwh, duration, inr, km } from "../../ui/format.ts";
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
  ends,
  changes,
}: {
  by: LimitBy;
  value: number;
  plan: PlannedCharge | null;
  vehicle: Vehicle | undefined;
  vehicleName: ReactNode;
  cost: number | null;
  priced: boolean;
  /** Why the session ends before the choice is reached. */
  ends: readonly string[];
  /** How the price changes during the session. */
  changes: readonly string[];
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
      value: plan?.rangeKm == null ? "–" : `+${km(plan.rangeKm)}`,
      label: copy.rangeAbout,
    },
  ];
  const shown = followers.filter((one) => one.by !== by && (one.by !== "MONEY" || priced));
  const battery = vehicle?.battery_capacity ?? null;
  const share = plan && battery ? Math.min(100, Math.round((plan.kwh / battery) * 100)) : null;
  const [number, unit] = splitUnit(limitWords(by, value));
  return (
    <div className="mid">
      <div className="big">
        <p className="ink2">{lead}</p>
        <p className="v num">
          {number}
          {unit ? <small>{unit}</small> : null}
        </p>
        {priced ? null : <p className="sub ink2">{copy.costUnknown}</p>}
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
        <div className="batt num">
          <p className="t">
            {vehicleName}
            <span>
              {copy.addsAbout} <b>{share}%</b> {copy.ofBattery}
            </span>
          </p>
          <div className="bar" aria-hidden="true">
            <i style={{ width: `${share}%` }} />
          </div>
        </div>
      ) : vehicle && battery !== null ? null : (
        <p className="batt sub ink2">{vehicleName ?? copy.noVehicle}</p>
      )}
    </div>
  );
}

/** "150 km" as number and unit; ₹300 and "2 h 5 min" are not split. */
function splitUnit(words: string): [string, string | null] {
  const parts = words.split(/\s/);
  return parts.length === 2 ? [parts[0]!, parts[1]!] : [words, null];
}
