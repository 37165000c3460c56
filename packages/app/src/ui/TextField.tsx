import { CaretDown } from "@phosphor-icons/react/dist/csr/CaretDown";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { type ComponentProps, type ReactNode, useId } from "react";

type Frame = {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  unit?: string | undefined;
  lead?: ReactNode;
  className?: string | undefined;
};

/** What the frame draws, and what goes to the control itself. */
function apart<T extends Frame>({ label, help, error, unit, lead, className, ...control }: T) {
  return { frame: { label, help, error, unit, lead, className }, control };
}

/** A labelled field. The error replaces the help and is announced with the input. */
function FieldFrame({
  label,
  help,
  error,
  unit,
  lead,
  className,
  id,
  children,
}: Frame & { id: string; children: ReactNode }) {
  return (
    <div className={className}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={`field${error ? " is-error" : ""}`}>
        {lead}
        {children}
        {unit ? (
          <span className="unit" aria-hidden="true">
            {unit}
          </span>
        ) : null}
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

const describe = (id: string, { error, help }: Frame) =>
  ({
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error || help ? `${id}-help` : undefined,
  }) as const;

export function TextField(props: Frame & Omit<ComponentProps<"input">, "className">) {
  const { frame, control: input } = apart(props);
  const own = useId();
  const id = input.id ?? own;
  return (
    <FieldFrame {...frame} id={id}>
      <input
        {...input}
        id={id}
        {...describe(id, frame)}
        aria-label={frame.unit ? `${frame.label}, ${frame.unit}` : undefined}
      />
    </FieldFrame>
  );
}

export function SelectField(props: Frame & Omit<ComponentProps<"select">, "className">) {
  const { frame, control } = apart(props);
  const { children, ...select } = control;
  const own = useId();
  const id = select.id ?? own;
  return (
    <FieldFrame {...frame} id={id}>
      <select {...select} id={id} {...describe(id, frame)}>
        {children}
      </select>
      <CaretDown size={20} weight="bold" aria-hidden="true" className="caret-down" />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextArea(props: Frame & Omit<ComponentProps<"textarea">, "className">) {
  const { frame, control: area } = apart(props);
  const own = useId();
  const id = area.id ?? own;
  return (
    <FieldFrame {...frame} className={frame.className ?? "f"} id={id}>
      <textarea rows={5} {...area} id={id} {...describe(id, frame)} />
    </FieldFrame>
  );
}
