import type { EstimationInfo, Session, SessionFailure, Tariff, Vehicle } from "@voltmarg/contract";
import type { SessionStatus, SessionStep, StoredVehicle } from "@voltmarg/rules";
import { columnsOf } from "../../platform/database/database.ts";

/** Location, vehicle and price of a session, frozen at the start. */
export type Snapshot = {
  location: Omit<Session["location"], "operator_id">;
  ocpi: { country_code: string; party_id: string; location_id: string };
  evse_uid: string;
  evse_label: string;
  connector: Session["connector"];
  /** kW the plug can give, whatever the car takes; null: not known */
  plug_kw: number | null;
  vehicle: StoredVehicle<Vehicle> | null;
  estimation_info: EstimationInfo;
  /** The driver's tariff. */
  tariff: Tariff | null;
  /** The operator's tariff; null: the same. */
  operator_tariff: Tariff | null;
  speed: number;
  /** Paise set aside; null for a company. */
  hold_minor: number | null;
  /** The overrun bound: paise that the session can cost beyond its limit until a stop takes effect. */
  bound_minor: number;
};

export type SessionRow = {
  user_id: string;
  id: string;
  operator_id: string;
  status: SessionStatus;
  step: SessionStep;
  version: bigint;
  request_hash: string | null;
  snapshot: Snapshot;
  timeline: { step: SessionStep; at: string }[];
  failure: SessionFailure | null;
  ocpi_session_id: string | null;
  ocpi_last_updated: Date | null;
  requested_at: Date;
  start_at: Date | null;
  end_at: Date | null;
  kwh: number | null;
  /** The operator told less energy than before; `kwh` is the highest. */
  meter_fell: boolean;
  power_kw: number | null;
  state_of_charge: number | null;
  cost_minor: bigint | null;
  duration_s: number | null;
  news_at: Date | null;
  answer_due_at: Date;
  limit_due_at: Date | null;
  /** Until when its watch was last put off; it may be due sooner. */
  watch_due_at: Date | null;
  stop_reason: string | null;
  stop_asked_at: Date | null;
  stop_sent_at: Date | null;
  cdr_id: string | null;
  open: boolean;
  /** When we ended it without a confirmation by the operator. */
  given_up_at: Date | null;
  /** Since when its hold no longer waits for a CDR, and a bill, if there is one, is from our own figures. */
  provisional_since: Date | null;
  /** Since when no bill is expected, although it has none and was not invalidated. */
  closed_at: Date | null;
  /** From when a full car that stays plugged in costs money, on the session's own clock. */
  parking_fee_at: Date | null;
  /** Paise per minute, GST included. */
  parking_fee_minor: bigint | null;
  /** As what its start counts at its station (`count-start.ts`). */
  counted: "WORKED" | "FAILED" | null;
  /** Notices that were sent outside the app. */
  told: string[];
};

/** What is read of a session. */
export const sessionColumns = columnsOf<SessionRow>({
  user_id: true,
  id: true,
  operator_id: true,
  status: true,
  step: true,
  version: true,
  request_hash: true,
  snapshot: true,
  timeline: true,
  failure: true,
  ocpi_session_id: true,
  ocpi_last_updated: true,
  requested_at: true,
  start_at: true,
  end_at: true,
  kwh: true,
  meter_fell: true,
  power_kw: true,
  state_of_charge: true,
  cost_minor: true,
  duration_s: true,
  news_at: true,
  answer_due_at: true,
  limit_due_at: true,
  watch_due_at: true,
  stop_reason: true,
  stop_asked_at: true,
  stop_sent_at: true,
  cdr_id: true,
  open: true,
  given_up_at: true,
  provisional_since: true,
  closed_at: true,
  parking_fee_at: true,
  parking_fee_minor: true,
  counted: true,
  told: true,
});
