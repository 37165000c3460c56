/** What a CDR says, as far as it can be read: what an operator sends may have any shape. */
export type CdrRecord = {
  /** Our own id of the charging session. */
  reference: string | null;
  session: string | null;
  evse: string | null;
  kwh: number | null;
  /** Instants that a date can be made of. */
  start: string | null;
  end: string | null;
  /** In the CDR's own currency, without and with tax, and the taxes by name where OCPI 2.3.0 has them. */
  cost: string | null;
};

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
const number = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const instant = (value: unknown) => {
  const date = new Date(text(value) ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
const inside = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

const taxesOf = (taxes: unknown) =>
  (Array.isArray(taxes) ? taxes : []).map((each: unknown) => {
    const tax = inside(each);
    const rate = number(tax["percentage"]);
    const name = text(tax["name"]) ?? "tax";
    return [number(tax["amount"]), rate === null ? name : `${name} (${rate} %)`] as const;
  });

export function recordOf(body: Record<string, unknown>): CdrRecord {
  const cost = inside(body["total_cost"]);
  const amounts = [
    [number(cost["excl_vat"]), "without GST"],
    [number(cost["incl_vat"]), "with GST"],
  ] as const;
  const said = [...amounts, ...taxesOf(cost["taxes"])].flatMap(([amount, what]) =>
    amount === null ? [] : [`${text(body["currency"]) ?? ""} ${amount.toFixed(2)} ${what}`.trim()],
  );
  return {
    reference: text(body["authorization_reference"]),
    session: text(body["session_id"]),
    evse: text(inside(body["cdr_location"])["evse_uid"]),
    kwh: number(body["total_energy"]),
    start: instant(body["start_date_time"]),
    end: instant(body["end_date_time"]),
    cost: said.length > 0 ? said.join(", ") : null,
  };
}
