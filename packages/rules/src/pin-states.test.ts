import { expect, test } from "vitest";
import { gstStateOf } from "./gst-states.ts";
import { pinFitsGstin, stateOfPin } from "./pin-states.ts";

test.each([
  ["110001", "Delhi"],
  ["411045", "Maharashtra"],
  ["403001", "Goa"],
  ["560 001", "Karnataka"],
  ["500081", "Telangana"],
  ["517501", "Andhra Pradesh"],
  ["600001", "Tamil Nadu"],
  ["695001", "Kerala"],
  ["737101", "Sikkim"],
  ["744101", "Andaman and Nicobar Islands"],
  ["248001", "Uttarakhand"],
  ["826001", "Jharkhand"],
])("the PIN code %s is in %s", (pin, state) => {
  expect(stateOfPin(pin)).toBe(gstStateOf(state));
});

test.each([
  ["160055", "Mohali, beside Chandigarh"],
  ["605001", "Puducherry, beside Tamil Nadu"],
  ["396230", "Silvassa, beside Gujarat"],
  ["247667", "Roorkee, beside Saharanpur"],
  ["194101", "Ladakh, which was Jammu and Kashmir"],
  ["011001", "begins with 0"],
  ["56000", "too short"],
  ["", "nothing"],
])("the PIN code %j names no state by its first digits: %s", (pin) => {
  expect(stateOfPin(pin)).toBeNull();
});

test.each([
  ["411001", "27AAPFU0939F1ZV", true, "its state"],
  ["560001", "27AAPFU0939F1ZV", false, "another state"],
  ["160055", "27AAPFU0939F1ZV", true, "digits of two states"],
  ["515001", "28AAPFU0939F1ZV", true, "a state's code of before"],
  ["560001", "97AAPFU0939F1ZV", true, "a GSTIN without a state"],
])("the PIN code %s as an address of %s: %s, %s", (pin, gstin, fits) => {
  expect(pinFitsGstin(pin, gstin)).toBe(fits);
});
