import { mobileToE164 } from "@voltmarg/rules";

/** The ten digits of an Indian mobile number out of what somebody typed or pasted; null if it is not one. */
export const tenDigits = (typed: string): string | null => mobileToE164(typed)?.slice(3) ?? null;

/** 98765 43210 while typing; a pasted +91 or leading 0 is dropped. */
export function spaced(typed: string): string {
  let digits = typed.replace(/\D/g, "");
  if (digits.length > 10) digits = digits.replace(/^(?:0091|91|0)/, "");
  digits = digits.slice(0, 10);
  return digits.length > 5 ? `${digits.slice(0, 5)} ${digits.slice(5)}` : digits;
}

/** A plausible e-mail address; the service has the last word. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
