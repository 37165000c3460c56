import { personal } from "../../native/storage.ts";

/** The payment the driver left for last; whether it was paid is the service's word, asked for each time. */
const key = "top-up";

export const keepOpenTopUp = (id: string): void => personal.write(key, id);

export function readOpenTopUp(): string | null {
  const id = personal.read<unknown>(key);
  return typeof id === "string" && id !== "" ? id : null;
}

/** This payment is settled, or the driver wants to hear no more of it. A younger one stays. */
export function forgetOpenTopUp(id: string): void {
  if (readOpenTopUp() === id) personal.write(key, null);
}
