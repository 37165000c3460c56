import * as z from "zod/mini";
import { type Finding, excerpt } from "../findings.ts";
import { tidy } from "../json.ts";
import { commandSchemas } from "./commands.ts";
import { credentialsSchemas } from "./credentials.ts";
import { invoiceRecordSchemas } from "./invoice-records.ts";
import { type Leaf, writing as writingLeaf } from "./scalars.ts";
import { locationSchemas } from "./locations.ts";
import { PLAIN, complaint, readLeniently } from "./read-leniently.ts";
import type { ReadingOptions } from "./rules.ts";
import { reading as readingLeaf } from "./read-scalar.ts";
import { sessionSchemas } from "./sessions.ts";
import { tariffSchemas } from "./tariffs.ts";
import { tokenSchemas } from "./tokens.ts";

function schemas(leaf: Leaf) {
  const places = locationSchemas(leaf);
  const tariffs = tariffSchemas(leaf, places);
  const tokens = tokenSchemas(leaf, places);
  return {
    ...places,
    ...tariffs,
    ...tokens,
    // A CDR's own tariffs price nothing.
    ...sessionSchemas(leaf, places, tariffSchemas({ ...leaf, whole: (schema) => schema }, places)),
    ...commandSchemas(leaf, places, tokens),
    ...credentialsSchemas(leaf, places),
    ...invoiceRecordSchemas(leaf),
  };
}

/** What a peer may send, for `read`: unknown fields ignored, unknown enum values kept, dates normalised. */
export const reading = schemas(readingLeaf);
/** What we may send: lengths, closed lists and date form as the standard says. */
export const writing = schemas(writingLeaf);

/** An object as read, or why it was refused; `message` is the refused findings in one line. */
export type ReadResult<T> =
  | { ok: true; data: T; findings: Finding[] }
  | { ok: false; message: string; findings: Finding[] };

const forgiving = new WeakSet<z.core.$ZodType>(Object.values(reading));

/**
 * Reads a parsed JSON value with one of the schemas; a null field counts as absent. With one of `reading`, a missing
 * or unreadable part loses no more than the schema declares.
 */
export function read<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  options: ReadingOptions = {},
): ReadResult<z.output<S>> {
  if (!forgiving.has(schema)) return readStrictly(schema, value);
  const result = readLeniently(schema, value, options);
  if ("refused" in result) return refused(result.refused);
  const { data, findings } = result;
  return {
    ok: true,
    data: data as z.output<S>,
    findings: [...findings, ...(options.rules?.judge?.(schema, data) ?? [])],
  };
}

function readStrictly<S extends z.ZodMiniType>(schema: S, value: unknown): ReadResult<z.output<S>> {
  const result = z.safeParse(schema, tidy(value), PLAIN);
  if (result.success) return { ok: true, data: result.data, findings: [] };
  return refused(
    result.error.issues.slice(0, 5).map((issue) => ({
      path: issue.path.join("."),
      message: complaint(issue),
      outcome: "REFUSED",
      raw: excerpt(value, issue.path),
    })),
  );
}

function refused(findings: Finding[]): { ok: false; message: string; findings: Finding[] } {
  const message = findings.map((each) => `${each.path || "body"}: ${each.message}`).join("; ");
  return { ok: false, message, findings };
}

/** Checks what we are about to send. Throws on our own mistake, naming the field. */
export function write<S extends z.ZodMiniType>(schema: S, value: z.output<S>): z.output<S> {
  const result = readStrictly(schema, value);
  if (!result.ok) throw new Error(`not valid OCPI to send: ${result.message}`);
  return result.data;
}
