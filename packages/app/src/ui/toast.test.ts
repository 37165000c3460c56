import { afterEach, expect, test, vi } from "vitest";
import { stayMs } from "./message-stay.ts";
import { closeToast, leaveToasts, showToast, useToasts } from "./toast.ts";

afterEach(() => {
  vi.useRealTimers();
  useToasts.setState({ toasts: [], said: [] });
});
const texts = () => useToasts.getState().toasts.map(({ text }) => text);

test("a message stays on the screen it belongs to: the one it was shown on, or the one it led to", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  showToast("Sent", "info", 5000);
  vi.setSystemTime(1_003_000);
  showToast("Saved");
  leaveToasts(1_003_100);
  expect(texts()).toEqual(["Saved"]);
  leaveToasts(1_004_500);
  expect(texts()).toEqual([]);
});

test("[M-8] an error stays until it is closed, also on the next screen", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  showToast("It did not save", "error");
  leaveToasts(2_000_000);
  expect(texts()).toEqual(["It did not save"]);
  expect(useToasts.getState().toasts[0]!.ms).toBeNull();
  closeToast(useToasts.getState().toasts[0]!.id);
  expect(texts()).toEqual([]);
});

test("[M-8] what was said in this visit can be read again, the newest first, at most fifty", () => {
  showToast("Saved");
  showToast("It did not load", "error");
  leaveToasts(Infinity);
  closeToast(useToasts.getState().toasts[0]!.id);
  const said = () => useToasts.getState().said.map(({ text }) => text);
  expect(said()).toEqual(["It did not load", "Saved"]);
  for (let i = 0; i < 60; i += 1) showToast(`Message ${i}`);
  expect(said()).toHaveLength(50);
  expect(said()[0]).toBe("Message 59");
});

test("[M-8] the driver's choice makes messages stay longer, never shorter", () => {
  expect([2000, 5000].map((ms) => stayMs(ms, "usual"))).toEqual([2000, 5000]);
  expect([2000, 5000].map((ms) => stayMs(ms, "longer"))).toEqual([10_000, 10_000]);
  expect(stayMs(2000, "closed")).toBeNull();
  expect(stayMs(null, "usual")).toBeNull();
});
