import type { Breach, Language, personalData, RouteInput } from "@voltmarg/contract";
import { languages } from "@voltmarg/contract/languages";
import { mobileToE164 } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import type { Outbox } from "../../platform/outbox/outbox.ts";
import {
  accountsOf,
  findByReference,
  insertBreach,
  insertTold,
  listAffected,
  listBreachRows,
  lockBreach,
  lockReference,
  noteFinished,
  noteReached,
  noteToldUntil,
  type Affected,
  type BreachRow,
  type Texts,
} from "./breaches.store.ts";

export type BreachDeps = {
  database: Database;
  clock: Clock;
  outbox: Outbox;
  /** Tells one driver in the app, by SMS and by mail; answers the ids of the messages, null where none was sent. */
  tellBreached(
    tx: Tx,
    who: Affected,
    breach: { id: string; texts: Texts; phone: string },
  ): Promise<{ smsId: string | null; mailId: string | null }>;
};

type Asked = RouteInput<typeof personalData.tellBreach>["body"];
type Refusals = "INVALID_INPUT" | "REFERENCE_REUSED" | "SECOND_MEMBER_NEEDED";

/** Between two slices, so that codes for signing in do not wait behind them: 200 drivers in so long are 20 a second. */
const PAUSE_MS = 10_000;
/** By then carriers have reported; the messages themselves go by age. */
const COUNTED_MS = 7 * 86_400_000;

/** Tells every affected driver of a breach, once for each reference, when a second member has confirmed it. */
export async function tellBreach(
  deps: BreachDeps,
  backoffice: BackofficeCall,
  asked: Asked,
): Promise<Outcome<Breach, Refusals>> {
  const extent = await extentOf(deps, asked);
  if (!extent.ok) return extent;
  const { said, ...range } = extent.value;
  const { reference, reason, who, phone } = asked;
  const what = { who, ...range, phone, texts: textsOf(asked) };
  const told = await backoffice.transact<string, Refusals>(async (tx) => {
    await lockReference(tx, reference);
    const before = await findByReference(tx, reference);
    if (before) return isSame(before, what) ? done(before.id) : refuse("REFERENCE_REUSED");
    const waits = await backoffice.second(tx, `it tells ${said} of a breach of their data`);
    if (waits) return waits;
    const at = deps.clock.now();
    const id = newId("brc", at);
    const row = { id, reference, reason, ...what, told_by: backoffice.name, at };
    await insertBreach(tx, row);
    await deps.outbox.enqueue(tx, "breach.tell", { id });
    return done(id);
  });
  if (!told.ok) return told;
  return done((await readBreaches(deps)).find(({ id }) => id === told.value)!);
}

/** Whether the same drivers are told the same. */
const isSame = (one: Told, other: Told) =>
  JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
type Told = Pick<BreachRow, "who" | "drivers" | "from_at" | "until_at" | "phone" | "texts">;
const partsOf = ({ who, drivers, from_at, until_at, phone, texts }: Told) => [
  who,
  drivers,
  from_at,
  until_at,
  phone,
  languages.map((each) => texts[each]),
];

type Extent = Pick<BreachRow, "drivers" | "from_at" | "until_at"> & { said: string };

/** Whom it affects, and how that is said. */
async function extentOf(
  { database }: BreachDeps,
  { who, drivers = "", from, until }: Asked,
): Promise<Outcome<Extent, "INVALID_INPUT">> {
  const nobody = { drivers: null, from_at: null, until_at: null };
  const wrong = (path: string, message: string) =>
    refuse("INVALID_INPUT", { message, extra: { errors: [{ path, rule: "WRONG", message }] } });
  if (who === "ALL") return done({ ...nobody, said: "all drivers" });
  if (who === "ACTIVE") {
    const range = { from_at: new Date(from ?? NaN), until_at: new Date(until ?? NaN) };
    if (!(range.from_at < range.until_at))
      return wrong("from", "Say from when until when, the earlier time first.");
    return done({ ...nobody, ...range, said: `drivers active from ${from} until ${until}` });
  }
  const named = [...new Set(drivers.split(/[\n,;]+/).flatMap((each) => nameIn(each.trim())))];
  const { ids, unknown } = await accountsOf(database.db, named);
  if (unknown.length > 0)
    return wrong(
      "drivers",
      `${unknown.length} of these are no driver's: ${unknown.slice(0, 5).join(", ")}`,
    );
  if (ids.length === 0) return wrong("drivers", "Say which drivers.");
  return done({ ...nobody, drivers: ids.toSorted(), said: `${ids.length} drivers` });
}

const nameIn = (text: string) =>
  text === "" ? [] : [text.startsWith("usr_") ? text : (mobileToE164(text) ?? text)];

const textsOf = (asked: Asked): Texts => {
  const textIn = (language: Language) =>
    (["happened", "consequences", "done", "advice", "contact"] as const)
      .map((part) => asked[`${part}_${language}`])
      .join(" ");
  return Object.fromEntries(languages.map((each) => [each, textIn(each)])) as Texts;
};

/** Tells the next slice of drivers, in one transaction that says how far it came; then itself again. */
export async function tellSlice(deps: BreachDeps, { id }: { id: string }): Promise<void> {
  const { clock, outbox } = deps;
  await deps.database.transact(async (tx) => {
    const breach = await lockBreach(tx, id);
    if (!breach || breach.finished_at) return;
    const at = clock.now();
    const slice = await listAffected(tx, breach);
    for (const who of slice) {
      const sent = await deps.tellBreached(tx, who, breach);
      await insertTold(tx, { userId: who.id, breachId: id, at, ...sent });
    }
    const last = slice.at(-1);
    if (last) {
      await noteToldUntil(tx, id, last.id);
      await outbox.enqueue(tx, "breach.tell", { id }, new Date(at.getTime() + PAUSE_MS));
    } else {
      await noteFinished(tx, id, at);
      await outbox.enqueue(tx, "breach.count", { id }, new Date(at.getTime() + COUNTED_MS));
    }
  });
}

/** Writes down how many were reached, before the messages that say it go by age. */
export const countReached = ({ database }: BreachDeps, { id }: { id: string }): Promise<void> =>
  database.transact(async (tx) => void (await noteReached(tx, id)));

export async function readBreaches({ database }: BreachDeps): Promise<Breach[]> {
  return (await listBreachRows(database.db)).map((row) => ({
    id: row.id,
    reference: row.reference,
    reason: row.reason,
    who: row.who,
    from: row.from_at && row.from_at.toISOString(),
    until: row.until_at && row.until_at.toISOString(),
    told_by: row.told_by,
    at: row.at.toISOString(),
    finished_at: row.finished_at && row.finished_at.toISOString(),
    told: row.told,
    reached: row.reached,
    waiting: row.waiting,
    not_reached: row.not_reached,
    text_en: row.texts.en,
  }));
}
