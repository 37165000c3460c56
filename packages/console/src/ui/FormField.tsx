import { useId } from "react";
import type { Field } from "@voltmarg/contract/openapi";
import { words } from "./format.ts";
import { CHOICES, helpOf, labelOf } from "./field-words.ts";

/** The control of one field with its label, its help, and what is wrong with it. */
export function FormField({
  field,
  value,
  error,
  label = labelOf(field.name),
  onChange,
}: {
  field: Field;
  value: string | boolean;
  error?: string | undefined;
  label?: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const id = useId();
  const help = error ?? helpOf(field.name);
  const described = {
    id,
    name: field.name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": help ? `${id}-help` : undefined,
  };
  const said = help ? (
    <p id={`${id}-help`} className={error ? "help help--bad" : "help"}>
      {help}
    </p>
  ) : null;
  if (field.kind === "flag")
    return (
      <div className="field field--flag">
        <input
          {...described}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor={id}>{label}</label>
        {said}
      </div>
    );
  const control = {
    ...described,
    value: String(value),
    required: field.required && !field.nullable ? true : undefined,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  const text = { ...control, maxLength: field.maxLength };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {field.required && !field.nullable ? null : <span className="quiet"> (optional)</span>}
      </label>
      {field.kind === "choice" ? (
        <select {...control}>
          {field.required && !field.nullable && value !== "" ? null : <option value="">–</option>}
          {field.choices?.map((each) => (
            <option key={each} value={each}>
              {CHOICES[each] ?? words(each)}
            </option>
          ))}
        </select>
      ) : field.kind === "lines" || field.kind === "json" ? (
        <textarea
          {...text}
          rows={field.kind === "json" ? 6 : 4}
          spellCheck={field.kind !== "json"}
        />
      ) : (
        <input
          {...text}
          autoComplete="off"
          inputMode={field.kind === "money" || field.kind === "number" ? "decimal" : undefined}
        />
      )}
      {said}
    </div>
  );
}
