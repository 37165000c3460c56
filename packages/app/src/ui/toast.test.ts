import { afterEach, expect, test, vi } from "vitest";
import { leaveToasts, showToast, useToasts } from "./toast.ts";

afterEach(() => {
  vi.useRealTimers();
  useToasts.setState({ toasts: [] });
});
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

test("a message stays on the screen it belongs to: the one it was shown on, or the one it led to", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  showToast("It did not load", "error");
  vi.setSystemTime(1_003_000);
  showToast("Saved");
  leaveToasts(1_003_100);
  expect(texts()).toEqual(["Saved"]);
  leaveToasts(1_004_500);
  expect(texts()).toEqual([]);
});
