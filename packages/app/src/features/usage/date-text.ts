import { typedText } from "@voltmarg/rules";

/** 20/11/2026 of 2026-11-20: as dates are written in India, whatever the browser's language is. */
export const dayText = (day: string): string => day.split("-").reverse().join("/");

/** The day in a text such as 20/11/2026 or 1/2/2026; null: it is none of the calendar. */
export function dayIn(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typedText(text)) ?? [];
  if (!day || !month || !year) return null;
  const found = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${found}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(found) ? found : null;
}

/** Digits get their slashes while they are typed, as number keypads have none; anything else stays as it was typed. */
export function withSlashes(typed: string): string {
  const text = typedText(typed).replace(/[. -]/g, "/");
  if (!/^[\d/]{0,10}$/.test(text)) return typed;
  if (text.includes("/") && !/^\d\d(\/\d{0,2}|\/\d\d\/\d{0,4}|\/\d{3,})$/.test(text)) return text;
  const digits = text.replace(/\//g, "");
  if (digits.length > 8) return typed;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join("/");
}
