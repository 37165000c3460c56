import type { StaffRole } from "../effects.ts";
import { guardOf, type RouteSpec } from "../route.ts";
import { operations } from "./operations.ts";
import { fieldSchemas, type Schema } from "./schemas.ts";

/** A field of what an operation takes. `money`: paise, written as rupees. `json`: too rich for a field of its own. */
export type Field = {
  name: string;
  kind: "text" | "lines" | "number" | "money" | "flag" | "choice" | "instant" | "json";
  /** Of kind json: a list of texts; `choices` are those of each. */
  list?: true;
  required?: boolean;
  nullable?: boolean;
  choices?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  preset?: string | number | boolean;
};

/** What a form or a command needs to know of an operation of the back office. */
export type OperationFacts = {
  method: RouteSpec["method"];
  path: string;
  /** The chapter of the API reference. */
  chapter: string;
  /** Null: nobody has to be signed in. */
  roles: readonly StaffRole[] | null;
  /** The passkey must have been used within five minutes. */
  passkey?: true;
  /** When a second member has to confirm it; absent: never. */
  second?: string;
  /** It answers with CSV where that is asked for. */
  csv?: true;
  summary: string;
  description?: string;
  params?: Field[];
  query?: Field[];
  body?: Field[];
};

/**
 * The operations of the back office by name: where they are, who may call them, what they take, and their words.
 * The console's forms and the commands are made of it.
 */
export function tableOfOperations(): Record<string, OperationFacts> {
  const table: Record<string, OperationFacts> = {};
  for (const { id, route, text, tag } of operations) {
    const { path, method } = route;
    if (!path.startsWith("/provider/v1/")) continue;
    const part = (name: "params" | "query" | "body") => {
      const schema = name in route ? (route as never)[name] : undefined;
      return schema ? { [name]: fieldSchemas(schema).map(fieldOf) } : {};
    };
    table[id] = {
      method,
      path,
      chapter: tag.replace(/^Back office: /, ""),
      roles: guardOf(route)?.roles ?? null,
      ...(guardOf(route)?.passkey ? { passkey: true } : {}),
      ...(guardOf(route)?.second ? { second: guardOf(route)!.second! } : {}),
      summary: text.summary,
      ...(text.description ? { description: text.description } : {}),
      ...("documents" in route && route.documents?.includes("text/csv") ? { csv: true } : {}),
      ...part("params"),
      ...part("query"),
      ...part("body"),
    };
  }
  return table;
}

type Json = Schema & {
  type?: string;
  enum?: unknown[];
  anyOf?: Json[];
  items?: Json;
  default?: unknown;
};

function fieldOf([name, given, required]: [string, Schema, boolean]): Field {
  const schema: Json = given;
  const all = schema.anyOf ?? [schema];
  const kinds = all.filter(({ type }) => type !== "null");
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const { maxLength, minimum, maximum, default: preset } = { ...only, ...schema };
  const items = only?.type === "array" && only.items?.type === "string" ? only.items : undefined;
  const choices = items ? items.enum : only?.enum;
  return {
    name,
    kind: kindOf(name, only),
    ...(items ? { list: true } : {}),
    ...(required ? { required } : {}),
    ...(kinds.length < all.length ? { nullable: true } : {}),
    ...(choices ? { choices: choices.map(String) } : {}),
    ...(typeof maxLength === "number" ? { maxLength } : {}),
    ...(typeof minimum === "number" ? { minimum } : {}),
    ...(typeof maximum === "number" ? { maximum } : {}),
    ...(preset === undefined ? {} : { preset: preset as Field["preset"] }),
  };
}

function kindOf(name: string, schema: Json | undefined): Field["kind"] {
  if (!schema) return "json";
  if (schema.enum) return "choice";
  if (schema.type === "boolean") return "flag";
  if (schema.type === "integer" || schema.type === "number")
    return name.endsWith("_minor") ? "money" : "number";
  if (schema.type !== "string") return "json";
  if (schema["format"] === "date-time") return "instant";
  if (name.endsWith("_url")) return "text";
  return (Number(schema["maxLength"]) || 0) > 160 ? "lines" : "text";
}
