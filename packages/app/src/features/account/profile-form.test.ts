import { expect, test } from "vitest";
import { checkProfile } from "./profile-form.ts";

const form = { name: "Aditi", email: "", gstIn: "" };
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

test("a GSTIN is checked where there is one", () => {
  expect(checkProfile({ ...form, gstIn: "27AAPFU0939F1ZV" })).toEqual({});
  expect(checkProfile({ ...form, gstIn: "27AAPFU0939F1ZW" })).toEqual({ gstIn: wrong.gstIn });
});

test("all that is wrong is said at once", () => {
  expect(checkProfile({ name: "", email: "x", gstIn: "x" })).toEqual(wrong);
});
