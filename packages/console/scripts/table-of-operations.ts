import { guardOf } from "@voltmarg/contract";
import { fieldSchemas, operations, type Schema } from "@voltmarg/contract/openapi";
import type { Field, OperationFacts } from "../src/api/operation-facts.ts";

/** The operations of the back office by name: where they are, who may call them, what they take, and their words. */
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

type Json = Schema & { type?: string; enum?: unknown[]; anyOf?: Json[]; default?: unknown };

/** What a form needs to know of a field. */
function fieldOf([name, given, required]: [string, Schema, boolean]): Field {
  const schema: Json = given;
  const all = schema.anyOf ?? [schema];
  const kinds = all.filter(({ type }) => type !== "null");
  const only = kinds.length === 1 ? kinds[0] : undefined;
  const { maxLength, minimum, maximum, default: preset } = { ...only, ...schema };
  return {
    name,
    kind: kindOf(name, only),
    ...(required ? { required } : {}),
    ...(kinds.length < all.length ? { nullable: true } : {}),
    ...(only?.enum ? { choices: only.enum.map(String) } : {}),
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
