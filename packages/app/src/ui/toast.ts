import { create } from "zustand";
import { deviceNow } from "../clock.ts";

export type ToastKind = "success" | "error" | "info";
/** `ms`: how long it stays; null: until it is closed. `at`: when it was shown, ms of the device's clock. */
export type Toast = { id: number; kind: ToastKind; text: string; ms: number | null; at: number };

/** `said`: all of this visit, the newest first, to be read again. */
export const useToasts = create<{ toasts: Toast[]; said: Toast[] }>(() => ({
  toasts: [],
  said: [],
}));
const MOST_SAID = 50;

let lastId = 0;

/** A short message at the top: 2000 ms unless told otherwise, errors until closed. The same text is not stacked twice. */
export function showToast(text: string, kind: ToastKind = "success", ms: number = 2000): void {
  lastId += 1;
  const stays = kind === "error" ? null : ms;
  const toast = { id: lastId, kind, text, ms: stays, at: deviceNow() };
  useToasts.setState(({ toasts, said }) => ({
    toasts: [...toasts.filter((other) => other.text !== text).slice(-2), toast],
    said: [toast, ...said].slice(0, MOST_SAID),
  }));
}

export const closeToast = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));

/**
 * A message that comes with a step to another screen belongs to that screen; older ones belong to the one that is left.
 * What stays until it is closed is not lost by a step.
 */
const OWN_MS = 1000;
export const leaveToasts = (now: number): void =>
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.filter(({ at, ms }) => ms === null || now - at < OWN_MS),
  }));
