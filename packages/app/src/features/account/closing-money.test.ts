import { expect, test } from "vitest";
import { closingMoney } from "./closing-money.ts";

Object.assign(globalThis, { document: { documentElement: { lang: "en-IN", dir: "ltr" } } });

const wallet = {
  returnable_minor: 50_000,
  goodwill_minor: 0,
  held_minor: 0,
  withdrawing_minor: 0,
};

test("[B-1] [B-11] who closes the account is told that goodwill does not go back", () => {
  const lines = closingMoney({ ...wallet, goodwill_minor: 20_000 });
  expect(lines[0]).toContain("₹500.00 goes back");
  expect(lines[1]).toContain("₹200.00 is goodwill");
  expect(lines).toHaveLength(2);
});

test("[B-1] what is on hold and on its way is told, and an empty wallet", () => {
  const held = { ...wallet, held_minor: 20_000, withdrawing_minor: 1_000 };
  expect(closingMoney(held)).toEqual([
    expect.stringContaining("₹500.00 goes back"),
    expect.stringContaining("₹200.00 is on hold"),
    expect.stringContaining("₹10.00 is already on its way"),
  ]);
  expect(closingMoney({ ...wallet, returnable_minor: 0 })).toEqual([
    expect.stringContaining("empty"),
  ]);
});
