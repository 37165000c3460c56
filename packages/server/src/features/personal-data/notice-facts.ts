import { createHash } from "node:crypto";
import type { Recipient } from "../../platform/http/recipients.ts";
import type { Age } from "../../platform/database/delete-old.ts";
import { register } from "./register.ts";

/** Kinds of data as the notice names them; each table of the register has one. */
export type DataKind = (typeof register)[keyof typeof register]["notice"];
export type Why =
  | "account"
  | "security"
  | "charging"
  | "billing"
  | "finding"
  | "support"
  | "telling"
  | "others"
  | "company"
  | "law";
/** How long rows stay. `days`: of `account` those after the closing, of `audit` those of the rows. */
export type HowLong =
  | { how: "account" | "days"; days: number }
  | { how: "audit"; days: number; address_days: number }
  | { how: "tax" };

/** What each kind of data is kept for. */
export const PURPOSES: Record<DataKind, readonly Why[]> = {
  account: ["account", "telling", "billing"],
  consent: ["law"],
  sign_in: ["security"],
  vehicles: ["finding", "charging"],
  places: ["finding"],
  charging: ["charging", "billing"],
  money: ["billing"],
  support: ["support"],
  reports: ["others"],
  messages: ["telling"],
  company: ["company"],
  audit: ["security", "law"],
};

/** What a notice says, without words. */
export type NoticeFacts = {
  data: { kind: DataKind; why: readonly Why[]; howLong: HowLong[] }[];
  recipients: { recipient: Recipient; host?: string }[];
};

export type Periods = {
  /** What is deleted by age. */
  ages: readonly Age[];
  /** From the closing of an account to its erasure. */
  closedDays: number;
  /** Of the logs of what accounts and staff did, and of the addresses in them. */
  auditDays: number;
  addressDays: number;
};

/** How long rows of a table are kept, by what becomes of them. */
function periodOf(table: keyof typeof register, periods: Periods): HowLong {
  const { ages, closedDays, auditDays, addressDays } = periods;
  if (register[table].notice === "audit")
    return { how: "audit", days: auditDays, address_days: addressDays };
  if (register[table].erased === "nothing") return { how: "tax" };
  const age = ages.find((each) => each.table === table);
  return age ? { how: "days", days: age.days } : { how: "account", days: closedDays };
}

/** The facts of the notice: the register's tables by kind, and the recipients that the settings have. */
export function noticeFacts(recipients: NoticeFacts["recipients"], periods: Periods): NoticeFacts {
  const tables = Object.keys(register) as (keyof typeof register)[];
  const data = (Object.keys(PURPOSES) as DataKind[]).map((kind) => ({
    kind,
    why: PURPOSES[kind],
    howLong: longest(
      tables
        .filter((table) => register[table].notice === kind)
        .map((table) => periodOf(table, periods)),
    ),
  }));
  return { data, recipients };
}

/** Each period once; of several numbers of days the longest. */
function longest(periods: readonly HowLong[]): HowLong[] {
  const days = periods.flatMap((each) => (each.how === "days" ? [each.days] : []));
  const told = new Map(periods.map((each) => [each.how, each]));
  if (days.length > 0) told.set("days", { how: "days", days: Math.max(...days) });
  return [...told.values()].toSorted((a, b) => a.how.localeCompare(b.how));
}

/** Of the facts alone: other words for them are no other notice. */
export const digestOf = (facts: NoticeFacts): string =>
  createHash("sha256").update(JSON.stringify(facts)).digest("hex");
