import { isValidGstin } from "@voltmarg/rules";
import { profileCopy as copy } from "./copy.ts";

export type ProfileForm = { name: string; email: string; gstIn: string };

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function checkProfile(form: ProfileForm): Partial<Record<keyof ProfileForm, string>> {
  return {
    ...(form.name.trim() ? {} : { name: copy.nameMissing }),
    ...(!form.email.trim() || email.test(form.email.trim()) ? {} : { email: copy.emailWrong }),
    ...(!form.gstIn.trim() || isValidGstin(form.gstIn) ? {} : { gstIn: copy.gstInWrong }),
  };
}
