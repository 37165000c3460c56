import { beforeEach, expect, test } from "vitest";
import { installStorage } from "../../../test/memory-storage.ts";
import { forgetIntent, intentKey } from "./start-intent.ts";

beforeEach(() => void installStorage());

test("[S-1] one choice has one key however often it is sent; another choice has another", () => {
  const first = intentKey("plug 1, ₹500");
  expect(intentKey("plug 1, ₹500")).toBe(first);
  const other = intentKey("plug 1, ₹200");
  expect(other).not.toBe(first);
  expect(intentKey("plug 1, ₹200")).toBe(other);
  // The one before was given up: chosen again it is a new intent.
  expect(intentKey("plug 1, ₹500")).not.toBe(first);
});

test("[S-1] after the service's answer the next press is a new intent", () => {
  const first = intentKey("plug 1");
  forgetIntent();
  expect(intentKey("plug 1")).not.toBe(first);
});
