import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { type ComponentProps, useId } from "react";

/** Several lines of text, with its error or help announced. */
export function TextArea({
  label,
  help,
  error,
  ...area
}: { label: string; help?: string; error?: string | undefined } & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <div className="f">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={`field${error ? " is-error" : ""}`}>
        <textarea
          rows={5}
          {...area}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || help ? `${id}-help` : undefined}
        />
      </div>
      {error ? (
        <p className="help err" id={`${id}-help`} role="alert">
          <WarningCircle size={18} weight="bold" aria-hidden="true" />
          {error}
        </p>
      ) : help ? (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
