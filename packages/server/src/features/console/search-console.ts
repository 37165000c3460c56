import type { ConsoleFound } from "@voltmarg/contract";
import { maskedMobile, maskedName, mobileToE164 } from "@voltmarg/rules";
import type { Queryable } from "../../platform/database/database.ts";
import { authKey, findReference } from "../charging/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import {
  billsByNumber,
  chargeById,
  chargesByOperatorsId,
  driverById,
  driversByName,
  driversByNumber,
  paymentsByEnd,
  placesByName,
  ticketById,
  ticketByNumber,
  type FoundRow,
} from "./search.store.ts";

/** The fewest digits of a number, or characters of a payment's id, that are looked for. */
const LEAST_END = 4;
/** The most digits of a number that is not whole: those that are shown. With more, the others could be found one by one. */
const MOST_END = 5;

/**
 * What the words may mean: a number or its last digits, a name, an id of ours, of an operator or of the payment
 * provider, or an invoice's number.
 */
export async function searchConsole(
  { database: { db } }: ConsoleDeps,
  words: string,
): Promise<ConsoleFound[]> {
  const found: FoundRow[] = [];
  for (const look of looksFor(words)) found.push(...(await look(db)));
  const seen = new Set<string>();
  return found
    .filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
    .map((row) => ({
      kind: row.kind,
      id: row.id,
      title: titleOf(row) || row.id,
      at: row.at?.toISOString() ?? null,
    }));
}

const titleOf = ({ kind, title, name = null }: FoundRow): string | null =>
  kind === "DRIVER" ? [maskedName(name), maskedMobile(title)].filter(Boolean).join(", ") : title;

type Look = (on: Queryable) => Promise<FoundRow[]>;

function looksFor(words: string): Look[] {
  const digits = words.replaceAll(/[\s+-]/g, "");
  if (/^\d+$/.test(digits)) {
    if (digits.length < LEAST_END) return [];
    return [
      (on) => byNumber(on, words, digits),
      (on) => chargesByOperatorsId(on, words),
      (on) => paymentsByEnd(on, digits),
      (on) => (digits.length > 15 ? Promise.resolve([]) : ticketByNumber(on, BigInt(digits))),
    ];
  }
  if (/\s/.test(words)) return byName(words);
  return [
    (on) => byOurId(on, words),
    (on) => billsByNumber(on, words.toUpperCase()),
    (on) => chargesByOperatorsId(on, words),
    (on) => (words.length < LEAST_END ? Promise.resolve([]) : paymentsByEnd(on, words)),
    ...byName(words),
  ];
}

async function byNumber(on: Queryable, words: string, digits: string): Promise<FoundRow[]> {
  const whole = mobileToE164(words);
  if (whole) return driversByNumber(on, whole.replace("+", ""));
  return digits.length > MOST_END ? [] : driversByNumber(on, digits);
}

const byName = (words: string): Look[] => [
  (on) => driversByName(on, words),
  (on) => placesByName(on, words),
];

async function byOurId(on: Queryable, id: string): Promise<FoundRow[]> {
  if (id.startsWith("usr_")) return driverById(on, id);
  if (id.startsWith("tkt_")) return ticketById(on, id);
  const bill = await findReference(on, `cdr:${id}`);
  if (bill) return [{ kind: "BILL", id, title: id, at: null }, ...(await chargeById(on, bill))];
  const charge = await findReference(on, authKey(id));
  return charge ? chargeById(on, charge) : [];
}
