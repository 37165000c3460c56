import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { fromOcpiPeriods, type PricedSession, priceSession } from "@voltmarg/rules";
import { type PriceCase, readCase } from "./price-case.ts";
import { explain, twoDecimals } from "./price-table.ts";
import { CaseError } from "./read-field.ts";

const help = `Prices one session on one OCPI 2.2.1 tariff with the product's own engine.

  npm run -s price < case.json             the price as one JSON object
  npm run -s price -- --explain < case.json  the same as a table to read

The case is {"tariff": {…}, "session": {…}}: an OCPI Tariff, and a session with time_zone, start_date_time,
end_date_time, charging_periods (OCPI ChargingPeriods; each ends where the next starts, the last at end_date_time) and,
if a reservation expired unused, reservation_expired: true. Other keys are ignored.

total_excl_vat and total_incl_vat are exact; a total that has no end as a decimal (a third of an hour at 1.00) is
rounded half up to 12 decimals, which rounded_* never is: it is rounded once, half up, from the exact number.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      explain: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const given = readCase(await text(process.stdin));
  const priced = price(given);
  console.log(values.explain ? explain(given, priced) : JSON.stringify(answerOf(priced)));
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
    throw new CaseError(/^tariff\b/.test(error.message) ? "tariff" : "session", error.message);
  }
}

/** The names of the priced cases and of OCPI. */
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

try {
  await main();
} catch (error) {
  const isTold =
    error instanceof CaseError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isTold ? (error as Error).message.split("\n")[0] : error);
  process.exitCode = 1;
}
