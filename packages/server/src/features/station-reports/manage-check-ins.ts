import type { ReportedCheckIn } from "@voltmarg/contract";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { page, type Page } from "../../platform/http/paging.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import type { StationsDeps } from "../stations/index.ts";
import {
  dropComplaints,
  findCheckIn,
  listReported,
  setHidden,
  type ReportedRow,
} from "./check-ins.store.ts";

const toWire = (row: ReportedRow): ReportedCheckIn => ({
  id: row.id,
  location_id: row.location_id,
  location_name: row.location_name,
  evse_uid: row.evse_uid,
  worked: row.worked,
  reason: row.reason,
  text: row.body,
  has_photo: row.has_photo,
  created_at: row.created_at.toISOString(),
  hidden_at: row.hidden_at && row.hidden_at.toISOString(),
  reports: row.reports,
});

/** Check-ins that drivers reported, or that are hidden; newest first. */
export async function readReported(
  { database: { db } }: StationsDeps,
  of: { state: "REPORTED" | "HIDDEN"; page_no: number; page_size: number },
): Promise<Page<ReportedCheckIn>> {
  const found = await listReported(db, of.state === "HIDDEN", of);
  return page(found.map(toWire), of.page_no, of.page_size, found[0]?.total ?? 0);
}

/** Hides a check-in, or shows it again without the reports about it. Hidden twice, it keeps the first time. */
export function setCheckInHidden(
  { clock }: StationsDeps,
  backoffice: BackofficeCall,
  id: string,
  hidden: boolean,
): Promise<Outcome<{ id: string; hidden_at: string | null }, "NOT_FOUND">> {
  return backoffice.transact(async (tx) => {
    const row = await findCheckIn(tx, id);
    if (!row) return refuse("NOT_FOUND");
    const at = hidden ? (row.hidden_at ?? clock.now()) : null;
    await setHidden(tx, row, at);
    if (!hidden) await dropComplaints(tx, id);
    return done({ id, hidden_at: at && at.toISOString() });
  });
}
