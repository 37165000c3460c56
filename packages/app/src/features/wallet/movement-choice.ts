import type { Movement } from "@voltmarg/contract";
import type { MovementChoice } from "../../api/queries/keys.ts";
import { daysOfMonth } from "../../ui/india-days.ts";

/** What a driver looks for, as the address carries it; empty: not narrowed. */
export type Narrowing = { kind: Movement["kind"] | ""; month: string };

export const kinds = [
  "TOP_UP",
  "CHARGE",
  "HOLD",
  "RELEASE",
  "REFUND",
  "CORRECTION",
  "WITHDRAWAL",
  "WITHDRAWAL_RETURNED",
  "DISPUTE",
  "DISPUTE_RETURNED",
] as const satisfies Movement["kind"][];

/** What an address says; what it says wrongly is left out. */
export function readNarrowing(query: URLSearchParams): Narrowing {
  const month = query.get("month") ?? "";
  return {
    kind: kinds.find((kind) => kind === query.get("kind")) ?? "",
    month: /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : "",
  };
}

export const isNarrowed = ({ kind, month }: Narrowing): boolean => kind !== "" || month !== "";

/** The same for the service. */
export function choiceOf({ kind, month }: Narrowing): MovementChoice {
  const [from, until] = month ? daysOfMonth(month) : [];
  return { ...(kind ? { kind } : {}), ...(from && until ? { from, until } : {}) };
}
