import type { InvoiceLanguage } from "./invoice-copy.ts";

const LOCALES: Record<InvoiceLanguage, string> = { en: "en-IN", hi: "hi-IN-u-nu-latn" };
const formats = new Map<string, Intl.DateTimeFormat>();

function format(
  language: InvoiceLanguage,
  timeZone: string,
  kind: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${kind}`;
  let found = formats.get(key);
  if (!found)
    formats.set(
      key,
      (found = new Intl.DateTimeFormat(LOCALES[language], { timeZone, ...options })),
    );
  return found;
}

/** The time of an instant at the location, like 18:30. */
export function clockOf(instant: string, timeZone: string): string {
  return format("en", timeZone, "clock", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(instant));
}

/** 20 Nov 2026 */
export function dayOf(instant: string, timeZone: string, language: InvoiceLanguage): string {
  return format(language, timeZone, "day", {
    day: "numeric",
    month: "short",
    year: "numeric",
  }).format(new Date(instant));
}

/** IST, or GMT+2 if a zone has no abbreviation. */
export function zoneOf(instant: string, timeZone: string): string {
  const parts = format("en", timeZone, "zone", { timeZoneName: "short" }).formatToParts(
    new Date(instant),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
