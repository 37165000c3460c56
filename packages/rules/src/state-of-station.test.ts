import { expect, test } from "vitest";
import { otherStateIn, stateOfStation } from "./state-of-station.ts";

const PUNE = "411001";
/** Chandigarh and Mohali share its first digits. */
const BORDER = "160055";

test.each([
  ["29", { postal_code: PUNE, state: "Goa" }, "29", "STAFF"],
  [null, { postal_code: PUNE, state: "Goa" }, "27", "PIN_CODE"],
  [null, { postal_code: BORDER, state: "CH" }, "04", "OPERATOR"],
  [null, { postal_code: null, state: "IN-KA" }, "29", "OPERATOR"],
  [null, { postal_code: "12", state: "nowhere" }, null, null],
  [null, {}, null, null],
])("[B-3] confirmed %j, written %j: in %j by %j", (confirmed, place, code, from) => {
  expect(stateOfStation(confirmed, place)).toEqual({ code, from });
});

test.each([
  [{ postal_code: PUNE, state: "Maharashtra" }, null],
  [
    { postal_code: "560001", state: "Maharashtra" },
    { field: "postal_code", code: "29" },
  ],
  [
    { postal_code: PUNE, state: "Karnataka" },
    { field: "state", code: "29" },
  ],
  [{ postal_code: BORDER, state: "nowhere" }, null],
  [{}, null],
])("[B-3] what of %j is not in Maharashtra: %j", (place, other) => {
  expect(otherStateIn(place, "27")).toEqual(other);
});
