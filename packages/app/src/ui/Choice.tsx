import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { type ComponentProps, type ReactNode, useId } from "react";

/** A chip that is on or off; `plain` without the tick, where only one can be on. */
export function Chip({
  on,
  plain,
  children,
  ...rest
}: { on: boolean; plain?: boolean } & Omit<ComponentProps<"button">, "className">) {
  return (
    <button type="button" {...rest} className={`chip${on ? " is-on" : ""}`} aria-pressed={on}>
      {on && !plain ? <Check size={18} weight="bold" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}

/** One of a few; arrow keys move the choice, as in any radio group. */
export function Segment<T extends string>({
  label,
  value,
  options,
  onChange,
  showLabel,
}: {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode }[];
  onChange: (value: T) => void;
  showLabel?: boolean;
}) {
  const name = useId();
  return (
    <fieldset>
      <legend className={showLabel ? "label" : "sr-only"}>{label}</legend>
      <div className="segment">
        {options.map((option) => (
          <label key={option.value} className={option.value === value ? "is-on" : undefined}>
            <input
              className="sr-only"
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch({
  on,
  onChange,
  label,
  busy,
  blocked,
  why,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  label: string;
  busy?: boolean;
  /** Something else has to change first; what is said beside it says what. */
  blocked?: boolean;
  /** The id of what says why it is blocked, where that is not beside it. */
  why?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      aria-describedby={blocked ? why : undefined}
      className={`switch${on ? " is-on" : ""}`}
      onClick={() => !busy && !blocked && onChange(!on)}
    />
  );
}
