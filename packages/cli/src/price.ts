import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { priceAnswer } from "./price-answer.ts";
import { CaseError } from "./price-case.ts";

const help = `Prices one session on one OCPI 2.2.1 tariff with the product's own engine.

  npm run -s price < case.json             the price as one JSON object
  npm run -s price -- --explain < case.json  the same as a table to read

The case is {"tariff": {…}, "session": {…}}: an OCPI Tariff, and a session with time_zone, start_date_time,
end_date_time, charging_periods (OCPI ChargingPeriods; each ends where the next starts, the last at end_date_time) and,
if a reservation expired unused, reservation_expired: true. Other keys are ignored, a key that stands twice is refused.
The hours a period names count before its clock; --explain says where the two differ.

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
  console.log(priceAnswer(await text(process.stdin), values.explain));
}

try {
  await main();
} catch (error) {
  const isTold =
    error instanceof CaseError || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isTold ? (error as Error).message.split("\n")[0] : error);
  process.exitCode = 1;
}
