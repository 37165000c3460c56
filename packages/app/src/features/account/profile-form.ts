import { profileCopy as copy } from "./copy.ts";

export type ProfileForm = { name: string; email: string; gstIn: string };

/** GSTIN: state code, PAN, entity number, Z, check character (CGST Rules, form GST REG-06). */
const gstIn = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function checkProfile(form: ProfileForm): Partial<Record<keyof ProfileForm, string>> {
  return {
    ...(form.name.trim() ? {} : { name: copy.nameMissing }),
    ...(!form.email.trim() || email.test(form.email.trim()) ? {} : { email: copy.emailWrong }),
    ...(!form.gstIn.trim() || gstIn.test(form.gstIn.trim().toUpperCase())
      ? {}
      : { gstIn: copy.gstInWrong }),
  };
}
