import { Minus } from "@phosphor-icons/react/dist/csr/Minus";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import { useState } from "react";
import { Segment } from "../../ui/Choice.tsx";
import { copy } from "./copy.ts";
import { type LimitBy, type Scale, snap } from "./limit-scale.ts";
import { limitWords } from "./limit-text.ts";
import { Ruler } from "./Ruler.tsx";

/** Sets the limit: the unit, the ruler, and buttons for drivers who do not drag. */
export function LimitDial({
  by,
  value,
  limits,
  scale,
  spoken,
  onUnit,
  onChange,
}: {
  by: LimitBy;
  value: number;
  limits: readonly LimitBy[];
  scale: Scale;
  /** Everything that follows from the value, as text. */
  spoken: string;
  onUnit: (by: LimitBy) => void;
  onChange: (value: number) => void;
}) {
  // A screen reader reads the ruler's value by itself; the live region reads what buttons change.
  const [byButton, setByButton] = useState(false);
  const press = (next: number) => {
    setByButton(true);
    onChange(next);
  };
  return (
    <>
      <div className="dial">
        <Segment
          label={copy.limitBy}
          value={by}
          options={limits.map((one) => ({ value: one, label: copy.by[one] }))}
          onChange={(next) => {
            setByButton(true);
            onUnit(next);
          }}
        />
        <Ruler
          scale={scale}
          value={value}
          label={`${copy.limit}, ${copy.by[by]}`}
          words={spoken}
          mark={(at) => (by === "MONEY" ? limitWords(by, at) : String(at))}
          onChange={(next) => {
            setByButton(false);
            onChange(next);
          }}
        />
      </div>
      <div className="steps">
        <button
          type="button"
          className="chip chip--step"
          aria-label={copy.less}
          onClick={() => press(snap(value - scale.step, scale))}
        >
          <Minus size={22} weight="bold" aria-hidden="true" />
        </button>
        {[...scale.presets, scale.max].map((preset) => (
          <button
            key={preset}
            type="button"
            className={`chip num${preset === value ? " is-on" : ""}`}
            aria-pressed={preset === value}
            onClick={() => press(preset)}
          >
            {preset === scale.max
              ? copy.full
              : by === "MONEY"
                ? limitWords(by, preset)
                : String(preset)}
          </button>
        ))}
        <button
          type="button"
          className="chip chip--step"
          aria-label={copy.more}
          onClick={() => press(snap(value + scale.step, scale))}
        >
          <Plus size={22} weight="bold" aria-hidden="true" />
        </button>
      </div>
      <output className="sr-only">{byButton ? spoken : ""}</output>
    </>
  );
}
