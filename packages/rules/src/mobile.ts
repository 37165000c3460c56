export type MobileResult =
  | { ok: true; e164: string; national: string }
  | { ok: false; reason: "NOT_A_NUMBER" | "WRONG_LENGTH" | "NOT_MOBILE" };

/**
 * Reads an Indian mobile number as people type it (spaces, dashes, +91, 0091, a leading 0).
 * Indian mobile numbers have ten digits and begin with 6 to 9.
 */
export function parseMobile(text: string): MobileResult {
  const compact = text.replace(/[\s\-().]/g, "");
  if (!/^\+?\d{1,20}$/.test(compact)) return { ok: false, reason: "NOT_A_NUMBER" };
  const national =
    /^(?:\+91|0091)(\d+)$/.exec(compact)?.[1] ?? /^(?:91|0)(\d{10})$/.exec(compact)?.[1] ?? compact;
  if (!/^\d{10}$/.test(national)) return { ok: false, reason: "WRONG_LENGTH" };
  if (!/^[6-9]/.test(national)) return { ok: false, reason: "NOT_MOBILE" };
  return { ok: true, e164: `+91${national}`, national };
}

/** `+91 ••••• ••210`: enough to recognise one's own number. */
export function maskMobile(e164: string): string {
  return `+91 ••••• ••${e164.slice(-3)}`;
}

/** The E.164 form of an Indian mobile number as people type it, or null. */
export function mobileToE164(text: string): string | null {
  const parsed = parseMobile(text);
  return parsed.ok ? parsed.e164 : null;
}
