import { mobileToE164 } from "@voltmarg/rules";

/** The ten digits of an Indian mobile number out of what somebody typed or pasted; null if it is not one. */
export const tenDigits = (typed: string): string | null => mobileToE164(typed)?.slice(3) ?? null;

/** 98765 43210 of a whole number; anything else as it was typed. */
export function spaced(typed: string): string {
  const digits = tenDigits(typed);
  return digits ? `${digits.slice(0, 5)} ${digits.slice(5)}` : typed;
}

/** A plausible e-mail address; the service has the last word. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
