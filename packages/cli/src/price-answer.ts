import { fromOcpiPeriods, periodNotes, type PricedSession, priceSession } from "@voltmarg/rules";
import { CaseError, type PriceCase, readCase } from "./price-case.ts";
import { explain, twoDecimals } from "./price-table.ts";

/** Prices a case given as JSON text; the answer is JSON or a table. Throws CaseError, one line that names the field. */
export function priceAnswer(input: string, asTable: boolean): string {
  const given = readCase(input);
  const priced = price(given);
  const { start_date_time: start, end_date_time: end, charging_periods } = given.session;
  return asTable
    ? explain(given, priced, periodNotes(charging_periods, start, end))
    : JSON.stringify(answerOf(priced));
}

function price({ tariff, session }: PriceCase): PricedSession {
  const { start_date_time: start, end_date_time: end } = session;
  try {
    return priceSession({
      tariff,
      timeZone: session.time_zone,
      start,
      end,
      periods: fromOcpiPeriods(session.charging_periods, start, end),
      reservationExpired: session.reservation_expired,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw placed(error.message, session.charging_periods);
  }
}

/** The engine's refusal, attributed to a field. */
function placed(message: string, periods: PriceCase["session"]["charging_periods"]): CaseError {
  const [, field, problem] = /^(tariff[.[]\S+) (.*)$/s.exec(message) ?? [];
  if (field && problem) return new CaseError(field, problem);
  const [, start] = /^(?:a|two) charging periods? .*?(\S+)$/.exec(message) ?? [];
  const index = periods.findLastIndex(({ start_date_time }) => start_date_time === start);
  const part = message.startsWith("two ") ? "start_date_time" : "dimensions";
  if (index >= 0) return new CaseError(`session.charging_periods[${index}].${part}`, message);
  return new CaseError(message.startsWith("tariff ") ? "tariff" : "session", message);
}

/** Our names for the priced values, and OCPI's. */
function answerOf({ exclVat, inclVat, exclMinor, inclMinor, adjustment, lines }: PricedSession) {
  return {
    total_excl_vat: exclVat,
    total_incl_vat: inclVat,
    rounded_excl_vat: twoDecimals(exclMinor),
    rounded_incl_vat: twoDecimals(inclMinor),
    adjustment: adjustment && {
      kind: adjustment.kind,
      excl_vat: adjustment.exclVat,
      incl_vat: adjustment.inclVat,
    },
    lines: lines.map((line) => ({
      phase: line.dimension.startsWith("RESERVATION_") ? "RESERVATION" : "SESSION",
      type: line.dimension.replace("RESERVATION_", ""),
      element_index: line.elementIndex,
      billed_quantity: line.quantity,
      unit: line.unit,
      price: line.unitPrice,
      vat: line.vat,
      excl_vat: line.exclVat,
      incl_vat: line.inclVat,
      from: line.from,
      until: line.until,
      restrictions: line.restrictions,
      rounding: line.rounding,
      reason: line.reason,
    })),
  };
}
