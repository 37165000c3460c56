import { expect, test } from "vitest";
import { wordsOf } from "./popup-text.ts";

const builtIn = { title: "Load your wallet with ₹500", text: null, language: "hi" } as const;
const written = {
  key: "wallet",
  language: "en",
  version: 2,
  title: "Wallet",
  text: "Load 500rs.",
} as const;
const said = { title: "Wallet", text: "Load 500rs.", language: "en" };

test("[M-5] [B-6] a popup says what the provider wrote, in any language, and keeps its own form before that", () => {
  expect(wordsOf([written], "wallet", builtIn)).toEqual(said);
  const inHindi = { ...written, language: "hi" } as const;
  expect(wordsOf([inHindi], "wallet", builtIn)).toEqual({ ...said, language: "hi" });
  expect(wordsOf([{ ...inHindi, version: 1 }], "wallet", builtIn)).toEqual(builtIn);
  expect(wordsOf([{ ...written, version: 1 }], "wallet", builtIn)).toEqual(builtIn);
  expect(wordsOf([written], "add-vehicle", builtIn)).toEqual(builtIn);
  expect(wordsOf([], "wallet", builtIn)).toEqual(builtIn);
});
