import { personal } from "../../native/storage.ts";

/** The last payment the driver left for. Whether it was paid is asked of the service each time. */
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
