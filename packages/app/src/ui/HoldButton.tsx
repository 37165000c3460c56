import { type ReactNode, useEffect, useState } from "react";
import { buzz } from "../native/haptics.ts";
import { holdPress } from "./hold-press.ts";

/**
 * Hold to confirm. A finger or mouse that stays down for 1200 ms confirms at once; every other press, a click by
 * keyboard, switch or screen reader included, calls `onAsk`, which asks in a dialog: nobody must hold anything.
 */
export function HoldButton({
  label,
  holdingLabel,
  busy,
  onHeld,
  onAsk,
}: {
  label: ReactNode;
  holdingLabel: ReactNode;
  busy?: string | false;
  onHeld: () => void;
  onAsk: () => void;
}) {
  const [holding, setHolding] = useState(false);
  const [press] = useState(() => holdPress(setHolding));
  useEffect(() => press.leave, [press]);
  useEffect(() => {
    if (busy) press.giveUp();
  }, [busy, press]);
  useEffect(() => {
    if (!holding) return;
    // A second finger, wherever it comes down.
    addEventListener("pointerdown", press.giveUp, true);
    return () => removeEventListener("pointerdown", press.giveUp, true);
  }, [holding, press]);

  if (busy)
    return (
      <button type="button" className="hold" aria-busy="true">
        <span className="lbl">
          <span className="spin" aria-hidden="true" />
          {busy}
        </span>
      </button>
    );
  return (
    <button
      type="button"
      className="hold"
      data-holding={holding || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.style.setProperty(
          "--hold-width",
          `${event.currentTarget.offsetWidth}px`,
        );
        press.down({ x: event.clientX, y: event.clientY }, () => {
          buzz(30);
          onHeld();
        });
      }}
      onPointerMove={(event) => press.move({ x: event.clientX, y: event.clientY })}
      onPointerUp={() => press.up(onAsk)}
      onPointerLeave={press.giveUp}
      onPointerCancel={press.giveUp}
      onContextMenu={(event) => event.preventDefault()}
      // `detail` counts the presses of a pointer.
      onClick={(event) => press.click(event.detail > 0, onAsk)}
    >
      <span className="lbl">
        <span className="stopsq" aria-hidden="true" />
        {holding ? holdingLabel : label}
      </span>
      <span className="fill" aria-hidden="true">
        <span>
          <span className="stopsq" />
          {holding ? holdingLabel : label}
        </span>
      </span>
    </button>
  );
}
