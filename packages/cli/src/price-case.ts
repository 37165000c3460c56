import { DAYS_OF_WEEK, instantMs, offsetAt, type Tariff } from "@voltmarg/rules";
import * as z from "zod/mini";
import { duplicateKey } from "./duplicate-key.ts";

/** An error in an input; the message begins with the field. */
export class CaseError extends Error {
  override name = "CaseError";
  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
  }
}

const amount = z.number().check(z.minimum(0));
const whole = z.int().check(z.minimum(0));
/** A text that this function reads without an exception, or answers true for. */
const read = (is: (text: string) => unknown, problem: string) =>
  z.string().check(
    z.refine((text) => {
      try {
        return is(text) !== false;
      } catch {
        return false;
      }
    }, problem),
  );
const instant = read(instantMs, "must be a date and time in UTC, like 2026-01-05T09:30:00Z");
const zone = read((text) => offsetAt(text, 0), "must be a known time zone, like Asia/Kolkata");
const clock = read((text) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text), "must look like 22:30");
const date = read(
  (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toISOString().startsWith(text),
  "must be a day of the calendar, like 2026-01-05",
);
/** Absent and null are alike; an absent text is empty. */
const text = z.nullish(z.string());
const limit = z.nullish(z.object({ excl_vat: amount, incl_vat: z.nullish(amount) }));

const component = z.object({
  type: z.enum(["ENERGY", "TIME", "PARKING_TIME", "FLAT"]),
  price: amount,
  vat: z.nullish(amount),
  step_size: whole,
});
const restrictions = z.object({
  start_time: z.nullish(clock),
  end_time: z.nullish(clock),
  start_date: z.nullish(date),
  end_date: z.nullish(date),
  min_kwh: z.nullish(amount),
  max_kwh: z.nullish(amount),
  min_current: z.nullish(z.number()),
  max_current: z.nullish(z.number()),
  min_power: z.nullish(z.number()),
  max_power: z.nullish(z.number()),
  min_duration: z.nullish(whole),
  max_duration: z.nullish(whole),
  day_of_week: z.nullish(z.array(z.enum(DAYS_OF_WEEK))),
  reservation: z.nullish(z.enum(["RESERVATION", "RESERVATION_EXPIRES"])),
});
const element = z.object({
  price_components: z.array(component).check(z.minLength(1)),
  restrictions: z.nullish(restrictions),
});
const tariff = z.object({
  country_code: text,
  party_id: text,
  id: text,
  currency: z.string(),
  last_updated: text,
  elements: z.array(element).check(z.minLength(1)),
  tax_included: text,
  min_price: limit,
  max_price: limit,
  start_date_time: z.nullish(instant),
  end_date_time: z.nullish(instant),
});

// OCPI 2.2.1 mod_cdrs CdrDimensionType; the first may flow back from the car.
const signed = ["CURRENT", "MAX_CURRENT", "MIN_CURRENT", "POWER", "MAX_POWER", "MIN_POWER"];
const energy = ["ENERGY", "ENERGY_EXPORT", "ENERGY_IMPORT"];
const others = ["PARKING_TIME", "RESERVATION_TIME", "STATE_OF_CHARGE", "TIME"];
const dimension = z
  .object({ type: z.enum([...signed, ...energy, ...others]), volume: z.number() })
  .check(
    z.refine(({ type, volume }) => volume >= 0 || signed.includes(type), {
      path: ["volume"],
      error: "must not be negative: energy fed back is not priced",
    }),
  );
const session = z.object({
  time_zone: zone,
  start_date_time: instant,
  end_date_time: instant,
  reservation_expired: z._default(z.boolean(), false),
  charging_periods: z.array(
    z.object({ start_date_time: instant, dimensions: z.array(dimension), tariff_id: text }),
  ),
});
const caseShape = z.object({ spec_version: z.optional(z.unknown()), tariff, session });

/** A tariff and a session with it, as in OCPI. */
export type PriceCase = { tariff: Tariff; session: z.output<typeof session> };

/** Reads a case and checks every field it uses; other keys are ignored. Throws CaseError. */
export function readCase(input: string): PriceCase {
  const given = parse(input);
  const twice = duplicateKey(input);
  if (twice !== null) throw new CaseError(twice, "stands there twice");
  const { error, data } = caseShape.safeParse(given);
  if (error) throw wrong(error.issues, given);
  const { spec_version, tariff: of } = data;
  checkTimes(data.session);
  const namesVat = of.elements.some((one) => one.price_components.some(({ vat }) => vat != null));
  // Of OCPI 2.3.0, prices with tax are only known if no component names a VAT: then no tax is deducted from them.
  const isNewer = spec_version === "2.3.0" && !namesVat;
  const { country_code, party_id, id, last_updated, tax_included } = of;
  return {
    tariff: {
      ...of,
      country_code: country_code ?? "",
      party_id: party_id ?? "",
      id: id ?? "",
      last_updated: last_updated ?? "",
      tax_included: isNewer ? undefined : (tax_included ?? ""),
    },
    session: data.session,
  };
}

function parse(input: string): unknown {
  if (input.trim() === "") throw new CaseError("the input", "is empty; a JSON object is needed");
  try {
    return JSON.parse(input);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : "";
    throw new CaseError("the input", `is not JSON (${reason})`);
  }
}

function checkTimes({ start_date_time, end_date_time, charging_periods }: PriceCase["session"]) {
  const [start, end] = [instantMs(start_date_time), instantMs(end_date_time)];
  if (end < start)
    throw new CaseError("session.end_date_time", "is before session.start_date_time");
  for (const [index, period] of charging_periods.entries()) {
    const at = instantMs(period.start_date_time);
    const field = `session.charging_periods[${index}].start_date_time`;
    if (at < start) throw new CaseError(field, "is before session.start_date_time");
    if (at > end) throw new CaseError(field, "is after session.end_date_time");
  }
}

const KINDS: Record<string, string> = {
  string: "a text",
  array: "a list",
  object: "an object",
  boolean: "true or false",
  int: "a whole number",
};
/** The first that is wrong; what has others in it before these. */
function wrong(issues: readonly z.core.$ZodIssue[], given: unknown): CaseError {
  const issue = issues.toSorted((a, b) => a.path.length - b.path.length)[0]!;
  const field = issue.path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  const valueAt = (of: unknown, key: PropertyKey) => (of as Record<PropertyKey, unknown>)[key];
  const problem = () => {
    if (issue.path.reduce(valueAt, given) === undefined) return "is missing";
    if (issue.code === "invalid_type") return `must be ${KINDS[issue.expected] ?? "a number"}`;
    if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
    if (issue.code !== "too_small") return issue.message;
    return issue.origin === "array" ? "must not be empty" : "must not be negative";
  };
  return new CaseError(field || "the input", problem());
}
