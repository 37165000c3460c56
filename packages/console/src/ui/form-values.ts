import { readNumber, readPaise } from "@voltmarg/rules";
import type { Field } from "@voltmarg/contract/openapi";

/** What stands in a form's fields: text as it was typed, and whether a box is ticked. */
export type Written = Record<string, string | boolean>;

/** A field that was not written as it should be. */
export class Miswritten extends Error {
  override name = "Miswritten";
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** What a field holds at the beginning, from the value as the service says it. */
export function writtenOf(field: Field, value: unknown): string | boolean {
  const known = value ?? field.preset;
  if (field.kind === "flag") return known === true;
  if (known === undefined || known === null) return "";
  if (field.kind === "money") return (Number(known) / 100).toFixed(2);
  if (field.kind === "json") return JSON.stringify(known, null, 2);
  return typeof known === "string" ? known : JSON.stringify(known);
}

/**
 * What is sent: fields that were left empty are left out, or set to null where the field allows nothing as a value and
 * had one before. Throws `Miswritten`.
 */
export function sentOf(
  fields: readonly Field[],
  written: Written,
  before: Record<string, unknown> = {},
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const field of fields) {
    const text = written[field.name];
    if (text === undefined) continue;
    const value = valueOf(field, text);
    if (value !== undefined) sent[field.name] = value;
    else if (field.nullable && (field.required || (before[field.name] ?? null) !== null))
      sent[field.name] = null;
  }
  return sent;
}

function valueOf({ name, kind, required, nullable }: Field, written: string | boolean): unknown {
  if (typeof written === "boolean") return written;
  const text = written.trim();
  if (text === "") {
    if (required && !nullable && kind !== "text" && kind !== "lines")
      throw new Miswritten(name, "This is needed.");
    return required && !nullable ? "" : undefined;
  }
  if (kind === "money") return paise(name, text);
  if (kind === "number") return number(name, text);
  if (kind === "json") return json(name, text);
  return text;
}

function paise(name: string, text: string): number {
  const minor = readPaise(text, true);
  if (minor === null) throw new Miswritten(name, "Write rupees, such as 250 or 250.50.");
  return minor;
}

function number(name: string, text: string): number {
  const value = readNumber(text, { decimals: 6, signed: true });
  if (value === null) throw new Miswritten(name, "This is not a number.");
  return value;
}

function json(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Miswritten(name, "This is not JSON.");
  }
}
