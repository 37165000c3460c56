import type { Cdr as Bill } from "@voltmarg/contract";
import { writeDateTime, type Cdr } from "@voltmarg/ocpi";
import {
  exact,
  PROVIDER_CURRENCY,
  kmOf,
  roundHalfUpToPaise,
  type PricedSession,
  type SellerTaxes,
  type SoldKind,
} from "@voltmarg/rules";
import type { SessionRow } from "../charging/index.ts";
import { askedInclusive } from "./check-cdr.ts";
import type { Due } from "./limit-to-agreed.ts";

const HOUR_S = 3_600;
const STOPS = new Set(["DRIVER", "LIMIT", "BALANCE", "CAR"]);

/** The figures of a session for its bill: from the operator's CDR, or our own if there is none. */
export type ChargeFigures = Pick<
  Cdr,
  | "country_code"
  | "party_id"
  | "id"
  | "start_date_time"
  | "end_date_time"
  | "currency"
  | "total_energy"
  | "total_parking_time"
>;

/** To a tenth, as usage sums it up: rupees per km are the same there. */
const tenthOf = (km: number | null): number | null =>
  km === null ? null : Math.round(km * 10) / 10;

/** The part of a bill about the session and its price. The caller adds tax and payment. */
export function describeBill(row: SessionRow, cdr: ChargeFigures, due: Due, taxes: SellerTaxes) {
  const { snapshot } = row;
  const parking = Math.round((cdr.total_parking_time ?? 0) * HOUR_S);
  const seconds = Math.round(
    (Date.parse(cdr.end_date_time) - Date.parse(cdr.start_date_time)) / 1000,
  );
  const charging = Math.max(0, seconds - parking);
  const { vehicle } = snapshot;
  return {
    session_id: row.id,
    start_date_time: writeDateTime(Date.parse(cdr.start_date_time)),
    end_date_time: writeDateTime(Date.parse(cdr.end_date_time)),
    time_zone: snapshot.location.time_zone,
    location: {
      id: snapshot.location.id,
      name: snapshot.location.name,
      address: snapshot.location.address,
      city: snapshot.location.city,
    },
    evse_label: snapshot.evse_label,
    connector: {
      id: snapshot.connector.id,
      standard: snapshot.connector.standard,
      power_type: snapshot.connector.power_type,
    },
    operator_name: snapshot.location.operator_name,
    currency: PROVIDER_CURRENCY,
    total_energy: cdr.total_energy,
    total_time_s: seconds,
    total_parking_time_s: parking,
    average_kw: charging > 0 ? Math.round((cdr.total_energy / charging) * HOUR_S * 10) / 10 : null,
    range_km: tenthOf(kmOf(cdr.total_energy, vehicle)),
    lines: linesOf(cdr, due, taxes),
    net_minor: Number(due.net),
    amount_minor: Number(due.total),
    dispute: disputeOf(due),
    stop_reason: (row.stop_reason && STOPS.has(row.stop_reason)
      ? row.stop_reason
      : "UNKNOWN") as Bill["stop_reason"],
  };
}

/** Also null when only the operator's split of its total differs: that does not concern the driver. */
function disputeOf({ audit }: Due): Bill["dispute"] {
  if (!audit || audit.agreed) return null;
  const asked = roundHalfUpToPaise(askedInclusive(audit));
  const checked = audit.checked.inclMinor;
  return asked === checked ? null : { asked_minor: Number(asked), checked_minor: Number(checked) };
}

function linesOf(
  cdr: ChargeFigures,
  { ours, net, total, priced }: Due,
  taxes: SellerTaxes,
): Bill["lines"] {
  const { sac, percent } = taxes("ENERGY");
  const whole = (dimension: string, excl: number, incl: number, reason: string) => ({
    dimension,
    sac,
    quantity: "1",
    unit: "session",
    price: (excl / 100).toFixed(2),
    vat: null,
    excl_vat_minor: excl,
    incl_vat_minor: incl,
    from: writeDateTime(Date.parse(cdr.start_date_time)),
    until: writeDateTime(Date.parse(cdr.end_date_time)),
    element_index: null,
    restrictions: null,
    rounding: null,
    reason,
  });
  if (!ours) {
    const reason = "the operator's total, as no price was agreed";
    const line = whole("RECORD_TOTAL", Number(net), Number(total), reason);
    return [{ ...line, vat: String(percent) }];
  }
  const lines: Bill["lines"] = ours.lines.map((line) => ({
    dimension: line.dimension,
    sac: taxes(kindOf(line.dimension)).sac,
    quantity: line.quantity,
    unit: line.unit,
    price: line.unitPrice,
    vat: line.vat,
    excl_vat_minor: paise(line.exclVat),
    incl_vat_minor: paise(line.inclVat),
    from: line.from,
    until: line.until,
    element_index: line.elementIndex,
    restrictions: line.restrictions && { ...line.restrictions },
    rounding: line.rounding,
    reason: line.reason,
  }));
  const { adjustment } = ours;
  if (adjustment) lines.push(limitLine(adjustment, whole));
  if (total < ours.inclMinor || net < ours.exclMinor) {
    const excl = Number(net - ours.exclMinor);
    const incl = Number(total - ours.inclMinor);
    lines.push(
      total < priced
        ? whole("ABOVE_AGREED", excl, incl, "more than was agreed to, which the payer does not pay")
        : whole("OPERATOR_LESS", excl, incl, "the operator asked less than its own price"),
    );
  }
  return lines;
}

const kindOf = (dimension: PricedSession["lines"][number]["dimension"]): SoldKind =>
  dimension === "RESERVATION_TIME" || dimension === "RESERVATION_FLAT" ? "RESERVATION" : dimension;

function limitLine(
  { kind, exclVat, inclVat }: NonNullable<PricedSession["adjustment"]>,
  whole: (dimension: string, excl: number, incl: number, reason: string) => Bill["lines"][number],
): Bill["lines"][number] {
  const reason =
    kind === "MIN_PRICE" ? "up to the least a charge costs" : "down to the most a charge costs";
  return whole(kind, paise(exclVat), paise(inclVat), reason);
}

const paise = (rupees: string) => Number(roundHalfUpToPaise(exact(rupees)));
