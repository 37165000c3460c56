import type { User } from "@voltmarg/contract";
import { isValidGstin, pinFitsGstin, readDigits } from "@voltmarg/rules";
import { profileCopy as copy } from "./copy.ts";

const BUSINESS = ["businessName", "businessAddress", "businessCity", "businessPin"] as const;
export type ProfileForm = Record<"name" | "email" | "gstIn" | (typeof BUSINESS)[number], string>;

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const pin = /^[1-9]\d{5}$/;

export const profileFormOf = (user: User): ProfileForm => ({
  name: user.name ?? "",
  email: user.email ?? "",
  gstIn: user.gst_in ?? "",
  businessName: user.business_name ?? "",
  businessAddress: user.business_address ?? "",
  businessCity: user.business_city ?? "",
  businessPin: user.business_postal_code ?? "",
});

/** What the service is sent. */
export function profileOf(form: ProfileForm) {
  const gstIn = form.gstIn.trim().toUpperCase();
  const [name, address, city] = BUSINESS.map((field) => form[field].trim() || null);
  return {
    name: form.name.trim(),
    email: form.email.trim() || null,
    gst_in: gstIn || null,
    ...(gstIn && {
      business_name: name,
      business_address: address,
      business_city: city,
      business_postal_code: pinOf(form) || null,
    }),
  };
}

/** As typed where it is no number of six digits. */
const pinOf = ({ businessPin }: ProfileForm) => readDigits(businessPin, 6) ?? businessPin.trim();

/** Whether the driver has a GSTIN from before its address was asked for. */
export const lacksAddress = (user: User): boolean => Boolean(user.gst_in && !user.business_address);

export function checkProfile(
  form: ProfileForm,
  user: User,
): Partial<Record<keyof ProfileForm, string>> {
  return {
    ...(form.name.trim() ? {} : { name: copy.nameMissing }),
    ...(!form.email.trim() || email.test(form.email.trim()) ? {} : { email: copy.emailWrong }),
    ...checkBusiness(form, user),
  };
}

function checkBusiness(form: ProfileForm, user: User) {
  const gstIn = form.gstIn.trim().toUpperCase();
  if (!gstIn) return {};
  if (!isValidGstin(gstIn)) return { gstIn: copy.gstInWrong };
  // It may be added later: the rest of the profile can be saved without it.
  const isLater =
    lacksAddress(user) && gstIn === user.gst_in && BUSINESS.every((field) => !form[field].trim());
  if (isLater) return {};
  const code = pinOf(form);
  return {
    ...(form.businessName.trim() ? {} : { businessName: copy.businessNameMissing }),
    ...(form.businessAddress.trim() ? {} : { businessAddress: copy.businessAddressMissing }),
    ...(form.businessCity.trim() ? {} : { businessCity: copy.businessCityMissing }),
    ...(!pin.test(code)
      ? { businessPin: copy.businessPinWrong }
      : pinFitsGstin(code, gstIn)
        ? {}
        : { businessPin: copy.businessPinAway }),
  };
}
