import { type ReactNode, Suspense, useState } from "react";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { batteryCopy } from "./battery-copy.ts";
import { copy } from "./copy.ts";

const BatteryDialog = lazyNamed(() => import("./BatteryDialog.tsx"), "BatteryDialog");

/** The battery from what is in it to what will be; while nobody knows what is in it, what is added. */
export function BatteryBar({
  vehicleName,
  battery,
  share,
  onSay,
}: {
  vehicleName: ReactNode;
  /** Per cent; null: not known. */
  battery: number | null;
  /** What is added, per cent of the whole. */
  share: number;
  onSay: (percent: number) => void;
}) {
  const [asked, setAsked] = useState(false);
  const from = battery ?? 0;
  const added = Math.min(100 - from, share);
  return (
    <div className="batt num">
      <p className="t">
        {vehicleName}
        {battery === null ? (
          <span>
            {copy.addsAbout} <b>{added}%</b> {copy.ofBattery}
          </span>
        ) : (
          <b>{batteryCopy.fromTo(`${from}%`, `${from + added}%`)}</b>
        )}
      </p>
      <div className="bar" aria-hidden="true">
        <i className="was" style={{ width: `${from}%` }} />
        <i style={{ width: `${added}%` }} />
      </div>
      <button
        type="button"
        className="pick batt-ask"
        aria-haspopup="dialog"
        onClick={() => setAsked(true)}
      >
        {battery === null ? batteryCopy.ask : batteryCopy.change(`${from}%`)}
      </button>
      {asked ? (
        <Suspense fallback={null}>
          <BatteryDialog
            now={battery}
            onChoose={(percent) => {
              setAsked(false);
              onSay(percent);
            }}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
