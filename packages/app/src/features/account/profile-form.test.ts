import { expect, test } from "vitest";
import {
  checkProfile as check,
  profileFormOf,
  profileOf,
  type ProfileForm,
} from "./profile-form.ts";
import type { User } from "@voltmarg/contract";

const GSTIN = "27AAPFU0939F1ZV";
const user: User = {
  id: "usr_1",
  name: "Aditi",
  username: "usr_1:DRIVER",
  mobile: "+919876543210",
  email: null,
  gst_in: null,
  business_name: null,
  business_address: null,
  business_city: null,
  business_postal_code: null,
  user_type: "DRIVER",
  customer_type: "PERSONAL",
  allow_multi_charging: false,
  company_id: null,
};
const form = profileFormOf(user);
const business = {
  gstIn: GSTIN,
  businessName: "Rao Traders",
  businessAddress: "4 Mill Road",
  businessCity: "Pune",
  businessPin: "411001",
};
const checkProfile = (of: ProfileForm, by = user) => check(of, by);
const wrong = {
  name: "Enter your name",
  email: "Write it like name@example.in",
  gstIn: "This is not a GSTIN. Copy its 15 characters from the certificate",
};

test("a name is enough, and needed", () => {
  expect(checkProfile(form)).toEqual({});
  expect(checkProfile({ ...form, name: "  " })).toEqual({ name: wrong.name });
  expect(checkProfile({ ...form, email: " ", gstIn: " " })).toEqual({});
});

test("an e-mail address has a name, one @ and a domain with a point", () => {
  const said = (email: string) => checkProfile({ ...form, email });
  expect(said(" aditi@example.in ")).toEqual({});
  for (const none of [
    "aditi",
    "aditi@example",
    "@example.in",
    "aditi@.",
    "a b@example.in",
    "a@b@example.in",
    "aditi@exam ple.in",
  ])
    expect(said(none), none).toEqual({ email: wrong.email });
});

test("a GSTIN is checked where there is one, with the address of its business", () => {
  expect(checkProfile({ ...form, ...business })).toEqual({});
  expect(checkProfile({ ...form, ...business, gstIn: "27AAPFU0939F1ZW" })).toEqual({
    gstIn: wrong.gstIn,
  });
  expect(checkProfile({ ...form, gstIn: GSTIN })).toEqual({
    businessName: "Enter the name of the business",
    businessAddress: "Enter building and street",
    businessCity: "Enter the city",
    businessPin: "A PIN code has 6 digits",
  });
  expect(checkProfile({ ...form, ...business, businessPin: "560001" })).toEqual({
    businessPin: "This PIN code is not in the state of the GSTIN. Check both",
  });
});

test("a GSTIN from before its address was asked for does not keep a name from being saved", () => {
  const before = { ...user, gst_in: GSTIN };
  const own = profileFormOf(before);
  expect(checkProfile(own, before)).toEqual({});
  expect(checkProfile({ ...own, businessCity: "Pune" }, before)).toHaveProperty("businessName");
  expect(checkProfile({ ...own, gstIn: "29AAGCB7383J1Z4" }, before)).toHaveProperty("businessName");
});

test("what is sent has no business without a GSTIN", () => {
  expect(profileOf({ ...form, ...business, gstIn: " 27aapfu0939f1zv " })).toMatchObject({
    gst_in: GSTIN,
    business_name: "Rao Traders",
    business_postal_code: "411001",
  });
  expect(profileOf({ ...form, ...business, gstIn: "" })).toEqual({
    name: "Aditi",
    email: null,
    gst_in: null,
  });
});

test("all that is wrong is said at once", () => {
  expect(checkProfile({ ...form, name: "", email: "x", gstIn: "x" })).toEqual(wrong);
});
