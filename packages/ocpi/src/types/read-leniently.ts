import * as z from "zod/mini";
import { writeDateTime } from "../dates.ts";
import { excerpt, type Finding } from "../findings.ts";
import { tidy } from "../json.ts";
import { hintOf, type Hint, type Raw, type Sender } from "./hints.ts";
import type { ReadingOptions } from "./rules.ts";

type Schema = z.core.$ZodType;
/** A path in the object, linked upwards. */
type Path = { above: Path | null; key: PropertyKey } | null;
type Note = Pick<Finding, "message" | "outcome"> & { path: Path; value: unknown };
type Trouble = { path: Path; message: string; value: unknown };

/** In place of a value: it is unreadable, for these reasons. */
class Unreadable {
  readonly troubles: readonly Trouble[];
  constructor(troubles: readonly Trouble[]) {
    this.troubles = troubles;
  }
}
const ABSENT = Symbol("absent");

type Reading = {
  notes: Note[];
  /** When the nearest parent with a date was changed; for the whole object, when it arrived. */
  dated: string;
  sender: Sender;
};

/** The most findings of an object; one more tells the number of the rest. */
const MOST_FINDINGS = 50;
const MOST_REFUSED = 5;

/**
 * Reads what a peer sent, in one pass. The consequence of a missing or unreadable field is declared at the field
 * (`Leaf`); everything not read as sent is a finding.
 */
export function readLeniently(
  schema: Schema,
  value: unknown,
  { now = Date.now(), address = {}, owner = {}, peer = "CPO", rules = {} }: ReadingOptions,
): { data: unknown; findings: Finding[] } | { refused: Finding[] } {
  const reading: Reading = { notes: [], dated: writeDateTime(now), sender: { peer, owner, rules } };
  const addressed = withIds(value, address, "in its address", reading);
  const party = isOf(schema, "object") ? schema._zod.def.shape["party_id"] : undefined;
  const owned =
    party && !isOf(party, "optional")
      ? withIds(addressed, owner, "the only party", reading)
      : addressed;
  const read = take(schema, owned, null, reading);
  if (!(read instanceof Unreadable)) return { data: read, findings: findingsOf(reading.notes) };
  return {
    refused: read.troubles
      .slice(0, MOST_REFUSED)
      .map((trouble) => toFinding({ ...trouble, outcome: "REFUSED" })),
  };
}

function withIds(value: unknown, ids: Raw, as: string, { notes }: Reading): unknown {
  if (!isObject(value)) return value;
  const missing = Object.entries(ids).filter(([key]) => isNone(own(value, key)));
  for (const [key] of missing)
    notes.push(readAs({ above: null, key }, "absent", as, own(value, key)));
  return { ...value, ...Object.fromEntries(missing) };
}

type Kinds = { object: z.ZodMiniObject; array: z.ZodMiniArray; optional: z.ZodMiniOptional };

// For thousands of EVSEs, `instanceof` would take as long as all the rest.
const isOf = <K extends keyof Kinds>(schema: Schema, kind: K): schema is Schema & Kinds[K] =>
  schema._zod.def.type === kind;

function take(schema: Schema, value: unknown, path: Path, reading: Reading): unknown {
  if (isOf(schema, "object")) return takeObject(schema, value, path, reading);
  if (isOf(schema, "array")) return takeList(schema, value, path, reading);
  return takeLeaf(schema, value, path, reading);
}

function takeLeaf(schema: Schema, value: unknown, path: Path, reading: Reading): unknown {
  const clean = typeof value === "string" ? tidy(value) : value;
  const read = z.safeParse(schema, clean, PLAIN);
  if (read.success) return takeName(schema, read.data, path, reading);
  const message = complaint(read.error.issues[0]!);
  const form = hintOf(schema)?.mend?.(clean);
  const mended = form && z.safeParse(schema, form.value, PLAIN);
  if (mended?.success) {
    reading.notes.push(readAs(path, message, form!.as, value));
    return mended.data;
  }
  return takeOnly(schema, value, path, reading) ?? new Unreadable([{ path, message, value }]);
}

/** A value that its closed enumeration lacks counts as the one that is assumed, else it is kept. */
function takeName(schema: Schema, name: unknown, path: Path, { notes, dated }: Reading): unknown {
  const { closed, assume } = hintOf(schema) ?? {};
  if (!closed || closed.has(name as string)) return name;
  const { value, as } = assume?.({}, dated) ?? { value: name, as: "sent" };
  notes.push(readAs(path, "no value of the standard", as, name));
  return value;
}

/** Unwraps a list of one that was sent instead of its item. */
function takeOnly(schema: Schema, value: unknown, path: Path, reading: Reading): unknown {
  if (!Array.isArray(value) || value.length !== 1 || isNone(value[0])) return undefined;
  reading.notes.push(readAs(path, "a list of one", "its item", value));
  return take(schema, value[0], path, reading);
}

function takeObject(
  schema: z.ZodMiniObject,
  value: unknown,
  path: Path,
  reading: Reading,
): unknown {
  // Languages without object literals write an empty object this way.
  const isEmptyList = path !== null && Array.isArray(value) && value.length === 0;
  if (!isObject(value) && !isEmptyList) {
    return (
      takeOnly(schema, value, path, reading) ??
      new Unreadable([{ path, message: "object expected", value }])
    );
  }
  if (isEmptyList) reading.notes.push(readAs(path, "object expected", "an empty one", value));
  const raw = inItsForm(schema, isEmptyList ? {} : (value as Raw), path, reading);
  const { shape } = schema._zod.def;
  const read: Record<string, unknown> = {};
  const troubles: Trouble[] = [];
  const own = { ...reading };
  const takeInto = (key: string) => {
    const field = takeField(shape[key]!, raw, { above: path, key }, own);
    if (field instanceof Unreadable) troubles.push(...field.troubles);
    else if (field !== ABSENT) read[key] = field;
  };
  // Its own date first, as its parts may need it; among the missing fields it is listed last.
  if ("last_updated" in shape) takeInto("last_updated");
  if (typeof read["last_updated"] === "string") own.dated = read["last_updated"];
  const undated = troubles.splice(0);
  for (const key of Object.keys(shape)) if (key !== "last_updated") takeInto(key);
  troubles.push(...undated);
  if (hintOf(schema)?.whole)
    for (const [key, sent] of Object.entries(raw))
      if (!Object.hasOwn(shape, key) && !isNone(sent) && key !== "__proto__") read[key] = sent;
  const wrong = troubles.length === 0 ? hintOf(schema)?.check?.(read, reading.sender) : undefined;
  if (wrong) {
    const { key, message } = wrong;
    troubles.push({ path: { above: path, key }, message, value: raw[key] });
  }
  return troubles.length > 0 ? new Unreadable(troubles) : read;
}

/** Fields that were sent under another name, or in another form. */
function inItsForm(schema: Schema, raw: Raw, path: Path, { notes, sender }: Reading): Raw {
  const forms = hintOf(schema)?.forms?.(raw, sender) ?? [];
  if (forms.length === 0) return raw;
  for (const { from, to, value, quiet, message } of forms) {
    if (quiet) continue;
    const inOldForm = from === to ? `${to} of an older version` : to;
    const as = message === undefined ? inOldForm : String(value);
    notes.push(readAs({ above: path, key: from }, message ?? "of OCPI 2.1.1", as, raw[from]));
  }
  return { ...raw, ...Object.fromEntries(forms.map(({ to, value }) => [to, value])) };
}

function takeField(field: Schema, around: Raw, path: NonNullable<Path>, reading: Reading): unknown {
  const isOptional = isOf(field, "optional");
  const schema: Schema = isOptional ? field._zod.def.innerType : field;
  const { loose }: Hint = hintOf(field) ?? {};
  const value = own(around, path.key as string);
  const { notes } = reading;
  if (isOptional && isAbsent(schema, value)) {
    if (value === "") notes.push({ path, message: "empty", outcome: "LEFT_OUT", value });
    else if (loose === "EXPECTED")
      notes.push({ path, message: "absent, but mandatory", outcome: "LEFT_OUT", value });
    return ABSENT;
  }
  const before = notes.length;
  const read = take(schema, value ?? undefined, path, reading);
  if (!(read instanceof Unreadable)) return read;
  notes.length = before;
  const message = isNone(value) ? "absent" : worded(read, path);
  const assumed = isOptional ? undefined : hintOf(schema)?.assume?.(around, reading.dated);
  if (assumed) {
    notes.push(readAs(path, message, assumed.as, value));
    return assumed.value;
  }
  if (!loose) return read;
  notes.push({ path, message, outcome: "LEFT_OUT", value });
  return ABSENT;
}

function takeList(schema: z.ZodMiniArray, value: unknown, path: Path, reading: Reading): unknown {
  const { notes } = reading;
  const isList = Array.isArray(value);
  if (value === undefined) return new Unreadable([{ path, message: "array expected", value }]);
  const before = notes.length;
  if (!isList) notes.push(readAs(path, "array expected", "a list of one", value));
  const list: unknown[] = [];
  const left: Unreadable[] = [];
  const { looseItems, distinct } = hintOf(schema) ?? {};
  const sent: { path: Path; value: unknown }[] = [];
  for (const [key, item] of (isList ? value : [value]).entries()) {
    const at = isList ? { above: path, key } : path;
    if (item === null && looseItems) {
      notes.push({ path: at, message: "null", outcome: "LEFT_OUT", value: item });
      continue;
    }
    const mark = notes.length;
    const read = take(schema._zod.def.element, item, at, reading);
    if (!(read instanceof Unreadable)) {
      list.push(read);
      sent.push({ path: at, value: item });
    } else if (!looseItems) return read;
    else {
      notes.length = mark;
      left.push(read);
      notes.push({ path: at, message: worded(read, at), outcome: "LEFT_OUT", value: item });
    }
  }
  if (list.length > 0 && distinct)
    return lastOfEach(list as Raw[], distinct, (nth) =>
      notes.push({ ...sent[nth]!, message: `its ${distinct} comes again`, outcome: "LEFT_OUT" }),
    );
  if (list.length > 0 || left.length === 0) return list;
  // None of it is readable: that is not an empty list.
  notes.length = before;
  return left[0];
}

/** Of objects with one id the last, at the place of the first. Ids do not differ by case. */
function lastOfEach(list: readonly Raw[], id: string, onLeft: (nth: number) => void): Raw[] {
  const last = new Map(list.map((each, nth) => [String(each[id]).toLowerCase(), nth]));
  list.forEach((each, nth) => {
    if (last.get(String(each[id]).toLowerCase()) !== nth) onLeft(nth);
  });
  return [...last.values()].map((nth) => list[nth]!);
}

const isObject = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isNone = (value: unknown) => value === undefined || value === null || value === "";

const isAbsent = (schema: Schema, value: unknown) =>
  value === undefined ||
  value === null ||
  (value === "" && (hintOf(schema)?.emptyIsNone || isOf(schema, "array")));

// A key of the prototype, such as `constructor`, is not a field.
const own = (raw: Raw, key: string): unknown => (Object.hasOwn(raw, key) ? raw[key] : undefined);

const readAs = (path: Path, message: string, as: string, value: unknown): Note => ({
  path,
  message: `${message}, read as ${as}`,
  outcome: "READ_AS",
  value,
});

/** Zod's own messages depend on a locale, which a program may load for other schemas: here they are of one kind. */
export const PLAIN = { error: () => "Invalid input" };

export function complaint(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `${issue.expected} expected`;
  return issue.message === "Invalid input" ? issue.code.replaceAll("_", " ") : issue.message;
}

/** The first error in a part, with its path. */
function worded({ troubles }: Unreadable, path: Path): string {
  const { path: at, message } = troubles[0]!;
  const way = keysOf(at).slice(keysOf(path).length).join(".");
  return way ? `${way}: ${message}` : message;
}

function keysOf(path: Path): PropertyKey[] {
  const keys: PropertyKey[] = [];
  for (let at = path; at; at = at.above) keys.push(at.key);
  return keys.toReversed();
}

const toFinding = ({ path, message, outcome, value }: Note): Finding => ({
  path: keysOf(path).join("."),
  message,
  outcome,
  raw: excerpt(value),
});

/** The first loss. */
function findingsOf(notes: readonly Note[]): Finding[] {
  const lost = notes.filter(({ outcome }) => outcome === "LEFT_OUT");
  const sorted = [...lost, ...notes.filter(({ outcome }) => outcome !== "LEFT_OUT")];
  const findings = sorted.slice(0, MOST_FINDINGS).map(toFinding);
  const more = sorted.length - findings.length;
  if (more === 0) return findings;
  const outcome = sorted[MOST_FINDINGS]!.outcome;
  return [...findings, { path: "", message: `and ${more} more`, outcome, raw: "" }];
}
