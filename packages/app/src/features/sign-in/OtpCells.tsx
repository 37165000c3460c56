import { type RefObject, useEffect } from "react";
import { readCode } from "./read-code.ts";

/**
 * The code as boxes. Underneath is one input, so that paste, autofill and screen readers meet an ordinary field.
 * `one-time-code` lets phones fill it from the SMS.
 */
export function OtpCells({
  label,
  length,
  value,
  invalid,
  onChange,
  ref,
}: {
  label: string;
  length: number;
  value: string;
  invalid: boolean;
  /** null: what was typed or pasted is no code and no beginning of one; the field stays as it was. */
  onChange: (value: string | null) => void;
  ref: RefObject<HTMLInputElement | null>;
}) {
  // Whoever comes here comes to type the code.
  useEffect(() => ref.current?.focus(), [ref]);
  return (
    <div className={`cells num${invalid ? " is-error" : ""}`} data-length={length}>
      {Array.from({ length }, (_, index) => (
        <span
          key={index}
          aria-hidden="true"
          className={index === Math.min(value.length, length - 1) ? "on" : undefined}
        >
          {value[index] ?? ""}
        </span>
      ))}
      <input
        ref={ref}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? "otp-error" : undefined}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => onChange(readCode(event.target.value, length))}
      />
    </div>
  );
}
