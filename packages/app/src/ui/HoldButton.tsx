import { type ReactNode, useEffect, useRef, useState } from "react";
import { buzz } from "../native/haptics.ts";

const holdMs = 1200;

/**
 * Hold to confirm. A finger or mouse must stay down for 1200 ms; keyboard, switch and screen-reader activation call
 * `onAsk` instead, which asks in a dialog: nobody must hold anything to stop a charge.
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byPointer = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  const press = () => {
    if (busy) return;
    byPointer.current = true;
    button.current?.style.setProperty("--hold-width", `${button.current.offsetWidth}px`);
    setHolding(true);
    timer.current = setTimeout(() => {
      release();
      buzz(30);
      onHeld();
    }, holdMs);
  };

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
      ref={button}
      type="button"
      className="hold"
      data-holding={holding || undefined}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        // A click without a pointer before it comes from a keyboard, a switch or a screen reader.
        if (byPointer.current) byPointer.current = false;
        else onAsk();
      }}
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
