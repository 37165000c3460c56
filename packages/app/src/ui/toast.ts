import { create } from "zustand";
import { deviceNow } from "../clock.ts";

export type ToastKind = "success" | "error" | "info";
/** `at`: when it was shown, ms. */
export type Toast = { id: number; kind: ToastKind; text: string; ms: number; at: number };

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

let lastId = 0;

/** A short message at the top: 2000 ms, errors 5000 ms unless told otherwise. The same text is not stacked twice. */
export function showToast(
  text: string,
  kind: ToastKind = "success",
  ms: number = kind === "error" ? 5000 : 2000,
): void {
  lastId += 1;
  const id = lastId;
  useToasts.setState(({ toasts }) => ({
    toasts: [
      ...toasts.filter((toast) => toast.text !== text).slice(-2),
      { id, kind, text, ms, at: deviceNow() },
    ],
  }));
}

export const closeToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/** A message that comes with a step to another screen belongs to that screen; older ones belong to the one that is left. */
const OWN_MS = 1000;
export const leaveToasts = (now: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter(({ at }) => now - at < OWN_MS) }));
