import { expect, test } from "vitest";
import { failureCode } from "./failure-code.ts";

test.each([
  ["FAILED", "No vehicle is connected", "NOT_PLUGGED"],
  ["FAILED", "Cable not plugged in", "NOT_PLUGGED"],
  ["REJECTED", "The EV is not connected", "NOT_PLUGGED"],
  ["FAILED", "unplugged too early", "NOT_PLUGGED"],
  ["FAILED", "Could not connect to the charge point", "FAILED"],
  ["FAILED", "Connector fault", "FAILED"],
  ["FAILED", "", "FAILED"],
  ["UNREACHABLE", "", "UNREACHABLE"],
  ["REJECTED", "The charge point refuses remote starts", "REJECTED"],
  ["EVSE_OCCUPIED", "The connector is taken by another vehicle, not free", "OCCUPIED"],
  ["EVSE_INOPERATIVE", "No cable", "OUT_OF_ORDER"],
])("[S-1] %s with the words '%s' is %s to the driver", (result, text, code) => {
  expect(failureCode(result, text)).toBe(code);
});
