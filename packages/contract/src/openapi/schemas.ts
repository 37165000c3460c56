import * as z from "zod/mini";
import * as contract from "../index.ts";
import { Id, Instant, Minor } from "../shapes.ts";
import type { Operation } from "./route-texts.ts";

export type Schema = { [keyword: string]: unknown };
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

type Naming = { id: string; [keyword: string]: unknown };

/** The contract's schemas by their names. What is exported with a capital letter is a schema. */
function namedSchemas(): Map<z.ZodMiniType, Naming> {
  const named = new Map<z.ZodMiniType, Naming>([
    [Id, { id: "Id", description: "An opaque id of ours." }],
    [Instant, { id: "Instant", format: "date-time", description: "RFC 3339, in UTC." }],
    [Minor, { id: "Minor", description: "Paise." }],
  ]);
  for (const part of Object.values(contract)) {
    if (typeof part !== "object") continue;
    for (const [name, value] of Object.entries(part)) {
      const isSchema = /^[A-Z]/.test(name) && value instanceof z.ZodMiniType;
      if (isSchema && !named.has(value)) named.set(value, { id: name });
    }
  }
  return named;
}

const named = namedSchemas();

/** Its name in the contract, or one made of the operation's: `startSession` → `StartSessionResponse`. */
export function nameOf(
  schema: z.ZodMiniType,
  { id }: Operation,
  end: "Request" | "Response",
): string {
  const name = named.get(schema)?.id ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}${end}`;
  // Two routes may share a schema without a name: it is called after the first.
  if (!named.has(schema)) named.set(schema, { id: name });
  return name;
}
export const hasJson = (schema: z.ZodMiniType) => !(schema instanceof z.ZodMiniNever);

/**
 * Every schema the operations use, by name. What a schema takes and what it gives may differ by defaults; where they do,
 * what it takes has a name of its own that ends in `Input`.
 */
export function componentSchemas(operations: readonly Operation[]): Record<string, Schema> {
  const [given, taken] = [registry(), registry()];
  const answers: string[] = [];
  const bodies: string[] = [];
  const add = (to: typeof given, schema: z.ZodMiniType, id: string) => {
    if (!to.has(schema)) to.add(schema, { id });
    return id;
  };
  for (const operation of operations) {
    const { route } = operation;
    if (!("response" in route)) continue;
    const { response, body } = route;
    if (hasJson(response))
      answers.push(add(given, response, nameOf(response, operation, "Response")));
    if (body) bodies.push(add(taken, body, nameOf(body, operation, "Request")));
  }
  const responses = convert(given, "output");
  const requests = convert(taken, "input");
  const inputs = reachable(requests, bodies);
  const outputs = reachable(responses, answers);
  const differs = differing(inputs, outputs);
  const renamed = Object.entries(inputs).map(([name, schema]): [string, Schema] => [
    differs.has(name) ? `${name}Input` : name,
    mapRefs(schema, (to) => (differs.has(to) ? `${to}Input` : to)),
  ]);
  const all = { ...Object.fromEntries(renamed), ...outputs };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function registry() {
  const made = z.registry<Naming>();
  for (const [schema, naming] of named) made.add(schema, naming);
  return made;
}

/** Without what says nothing: that an answer has no more fields, and how far integers reach. */
function tidy(schema: Schema): void {
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
  if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
  if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
}

const options = (io: "input" | "output") => ({
  io,
  unrepresentable: "any" as const,
  override: ({ jsonSchema }: { jsonSchema: object }) => tidy(jsonSchema as Schema),
});

function convert(
  from: ReturnType<typeof registry>,
  io: "input" | "output",
): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(from, {
    ...options(io),
    uri: (id) => `#/components/schemas/${id}`,
  });
  for (const schema of Object.values(schemas)) {
    delete (schema as Schema)["$schema"];
    delete (schema as Schema)["$id"];
    delete (schema as Schema)["id"];
  }
  return schemas;
}

/** The schemas of what an object has in it, each by itself, as a query or a path names them. */
export function fieldSchemas(object: z.ZodMiniType): Field[] {
  const known = fieldsOf.get(object) ?? readFields(object);
  fieldsOf.set(object, known);
  return known;
}

type Field = [name: string, Schema, isRequired: boolean];
const fieldsOf = new WeakMap<z.ZodMiniType, Field[]>();

function readFields(object: z.ZodMiniType): Field[] {
  const of = (io: "input" | "output") =>
    z.toJSONSchema(object, options(io)) as {
      properties?: Record<string, Schema>;
      required?: string[];
    };
  const [taken, given] = [of("input"), of("output")];
  return Object.entries(taken.properties ?? {}).map(([name, schema]) => {
    // A number in an address comes as text; what it must be is said by what it is read as.
    const read = given.properties?.[name] ?? {};
    const isNumber = read["type"] === "number" || read["type"] === "integer";
    return [name, isNumber ? read : schema, taken.required?.includes(name) ?? false];
  });
}

const REF = /^#\/components\/schemas\/(.+)$/;
export const refName = (ref: unknown): string | undefined =>
  typeof ref === "string" ? REF.exec(ref)?.[1] : undefined;

function mapRefs<T>(value: T, rename: (name: string) => string): T {
  if (Array.isArray(value)) return value.map((each) => mapRefs(each as unknown, rename)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    const name = key === "$ref" ? refName(each) : undefined;
    return name ? ["$ref", refTo(rename(name))["$ref"]] : [key, mapRefs(each as unknown, rename)];
  });
  return Object.fromEntries(entries) as T;
}

function refsOf(schema: Schema): Set<string> {
  const found = new Set<string>();
  mapRefs(schema, (name) => {
    found.add(name);
    return name;
  });
  return found;
}

function reachable(all: Record<string, Schema>, roots: string[]): Record<string, Schema> {
  const seen = new Set(roots);
  for (const name of seen) for (const next of refsOf(all[name]!)) seen.add(next);
  return Object.fromEntries([...seen].map((name) => [name, all[name]!]));
}

/** The names that stand for different schemas, or for schemas that refer to such. */
function differing(
  inputs: Record<string, Schema>,
  outputs: Record<string, Schema>,
): ReadonlySet<string> {
  const both = Object.keys(inputs).filter((name) => name in outputs);
  const found = new Set(
    both.filter((name) => JSON.stringify(inputs[name]) !== JSON.stringify(outputs[name])),
  );
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const name of both) {
      if ([...refsOf(inputs[name]!)].some((to) => found.has(to))) found.add(name);
    }
  }
  return found;
}
