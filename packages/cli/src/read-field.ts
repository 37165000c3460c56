import { instantMs, offsetAt } from "@voltmarg/rules";

/** An error in an input; the message begins with the field. */
export class CaseError extends Error {
  override name = "CaseError";
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

export type Fields = Record<string, unknown>;

export function fieldsOf(value: unknown, field: string): Fields {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CaseError(field, "must be an object");
  }
  return value as Fields;
}

export function listOf(value: unknown, field: string): unknown[] {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (!Array.isArray(value)) throw new CaseError(field, "must be a list");
  return value;
}

export function fullListOf(value: unknown, field: string): unknown[] {
  const list = listOf(value, field);
  if (list.length === 0) throw new CaseError(field, "must not be empty");
  return list;
}

export function readText(value: unknown, field: string): string {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "string") throw new CaseError(field, "must be a text");
  return value;
}

export function readNumber(value: unknown, field: string): number {
  if (value === undefined) throw new CaseError(field, "is missing");
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new CaseError(field, "must be a number");
  }
  return value;
}

export function readAmount(value: unknown, field: string): number {
  const amount = readNumber(value, field);
  if (amount < 0) throw new CaseError(field, "must not be negative");
  return amount;
}

export function readWhole(value: unknown, field: string): number {
  const amount = readAmount(value, field);
  if (!Number.isSafeInteger(amount)) throw new CaseError(field, "must be a whole number");
  return amount;
}

export function oneOf<const T extends string>(
  known: readonly T[],
  value: unknown,
  field: string,
): T {
  const text = readText(value, field);
  const found = known.find((one) => one === text);
  if (found === undefined) throw new CaseError(field, `must be one of ${known.join(", ")}`);
  return found;
}

export function readInstant(value: unknown, field: string): string {
  const text = readText(value, field);
  try {
    instantMs(text);
  } catch {
    throw new CaseError(field, "must be a date and time in UTC, like 2026-01-05T09:30:00Z");
  }
  return text;
}

export function readZone(value: unknown, field: string): string {
  const text = readText(value, field);
  try {
    offsetAt(text, 0);
  } catch {
    throw new CaseError(field, "must be a known time zone, like Asia/Kolkata");
  }
  return text;
}

export type Read<T> = (value: unknown, field: string) => T;

/** Treats absent and null alike. */
export function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, field) => (value == null ? undefined : read(value, field));
}

function shaped(pattern: RegExp, shape: string): Read<string> {
  return (value, field) => {
    const text = readText(value, field);
    if (!pattern.test(text)) throw new CaseError(field, `must look like ${shape}`);
    return text;
  };
}

export const readClock = shaped(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "22:30");

export const readDate: Read<string> = (value, field) => {
  const text = shaped(/^\d{4}-\d{2}-\d{2}$/, "2026-01-05")(value, field);
  const at = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) {
    throw new CaseError(field, "must be a day of the calendar");
  }
  return text;
};
