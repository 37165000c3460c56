import { read, write } from "../native/storage.ts";

/** How long messages stay on this device: as they are meant to, longer, or until they are closed. */
export type MessageStay = "usual" | "longer" | "closed";
const LONGER_MS = 10_000;

export const readMessageStay = (): MessageStay => {
  const stay = read("vm.messages");
  return stay === "longer" || stay === "closed" ? stay : "usual";
};
export const writeMessageStay = (stay: MessageStay): void =>
  write("vm.messages", stay === "usual" ? null : stay);

/** `ms`: as it is meant to stay; null: until it is closed. */
export const stayMs = (ms: number | null, stay: MessageStay): number | null =>
  ms === null || stay === "closed" ? null : stay === "longer" ? Math.max(ms, LONGER_MS) : ms;
