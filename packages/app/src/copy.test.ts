import { expect, test } from "vitest";
import { popupCopy } from "./features/menu/copy.ts";
import { shellCopy } from "./shell/copy.ts";

const copies = import.meta.glob<Record<string, unknown>>("./**/*copy.ts", { eager: true });

function sentences(value: unknown, at: string): [string, string][] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => sentences(inner, `${at}.${key}`));
}

test("the words fixed by the specification are its words", () => {
  expect(popupCopy.addVehicleTitle).toBe("Add your vehicle");
  expect(popupCopy.addVehicleText).toBe("Do you want to add your vehicle");
  expect(popupCopy.insufficientTitle).toBe("Insufficient Balance");
  expect(popupCopy.insufficientText).toBe("Please add money into your wallet.");
  expect([popupCopy.confirm, popupCopy.wallet, popupCopy.proceed]).toEqual([
    "Confirm",
    "Wallet",
    "Proceed",
  ]);
  expect(shellCopy.noActiveSession).toBe(
    "Currently no charging session is going on. Please check charging history.",
  );
});

test("copy is complete and keeps to the voice: nothing empty, no exclamation, no please wait", () => {
  const all = Object.entries(copies).flatMap(([file, module]) => sentences(module, file));
  expect(all.length).toBeGreaterThan(150);
  for (const [at, text] of all) {
    expect(text.trim(), at).not.toBe("");
    expect(text, at).not.toMatch(/!|\boops\b|please wait/i);
  }
});
