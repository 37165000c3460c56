import { Segment } from "../../ui/Choice.tsx";
import { copy } from "./copy.ts";
import { batteryCopy } from "./battery-copy.ts";
import type { LimitBy, Scale } from "./limit-scale.ts";
import { limitWords } from "./limit-text.ts";
import { Ruler } from "./Ruler.tsx";

/** Sets the limit: the unit, the ruler, and buttons for drivers who do not drag. */
export function LimitDial({
  by,
  value,
  limits,
  scale,
  usual,
  spoken,
  onUnit,
  onChange,
}: {
  by: LimitBy;
  value: number;
  limits: readonly LimitBy[];
  scale: Scale;
  /** The value that fills the battery as far as it charges fast, and how far that is; null: not known. */
  usual: { value: number; percent: number } | null;
  /** Everything that follows from the value, as text. */
  spoken: string;
  onUnit: (by: LimitBy) => void;
  onChange: (value: number, byButton: boolean) => void;
}) {
  const presets = [
    ...(usual ? scale.presets.slice(0, 2) : scale.presets).map((preset) => ({
      value: preset,
      words: by === "MONEY" ? limitWords(by, preset) : String(preset),
    })),
    ...(usual ? [{ value: usual.value, words: batteryCopy.to(`${usual.percent}%`) }] : []),
    { value: scale.max, words: copy.full },
  ];
  return (
    <>
      <div className="dial">
        <Segment
          label={copy.limitBy}
          value={by}
          options={limits.map((one) => ({ value: one, label: copy.by[one] }))}
          onChange={onUnit}
        />
        <Ruler
          scale={scale}
          value={value}
          label={`${copy.limit}, ${copy.by[by]}`}
          words={spoken}
          mark={(at) => (by === "MONEY" ? limitWords(by, at) : String(at))}
          onChange={(next) => onChange(next, false)}
        />
      </div>
      <div className="steps">
        {presets.map((preset) => (
          <button
            key={preset.words}
            type="button"
            className={`chip num${preset.value === value ? " is-on" : ""}`}
            aria-pressed={preset.value === value}
            onClick={() => onChange(preset.value, true)}
          >
            {preset.words}
          </button>
        ))}
      </div>
    </>
  );
}
