import { exampleValues } from "./example-values.ts";
import { refName, type Schema } from "./schemas.ts";

/**
 * Makes examples out of schemas: each field has the value that `example-values.ts` has for its name, or for its name in
 * this schema (`Session.kwh`) or in this object (`connector.id`). Throws for a field that has none.
 */
export function createExamples(components: Record<string, Schema>) {
  /** `within`: the named schema or operation the field is in; `parent`: the object in it, where there is one. */
  function exampleOf(schema: Schema, field: string, within: string, parent = ""): unknown {
    const own = [`${parent}.${field}`, `${within}.${field}`].find((key) => key in exampleValues);
    if (own !== undefined) return exampleValues[own];
    const name = refName(schema["$ref"]);
    const known = [field, `${field} as text`, name ?? ""].find(
      (key) => key in exampleValues && fits(exampleValues[key], schema),
    );
    if (known !== undefined) return exampleValues[known];
    const target = name ? components[name]! : schema;
    if (name)
      return target["type"] === "object"
        ? exampleOf(target, name, name)
        : exampleOf(target, field, within);
    if ("const" in schema) return schema["const"];
    const options = schema["enum"] as unknown[] | undefined;
    if (options) return options[0];
    const either = schema["anyOf"] as Schema[] | undefined;
    if (either)
      return exampleOf(
        either.find((one) => one["type"] !== "null")!,
        field,
        within,
      );
    const type = [schema["type"]].flat()[0];
    if (type === "array") return listOf(schema, field, within);
    if (type === "object") return objectOf(schema, field, within);
    if (type === "boolean") return false;
    if (type === undefined) return {};
    throw new Error(`no example value for ${within}.${field}`);
  }

  /** Whether a value found by a field's bare name is of the kind that this field is: `status` is many things. */
  function fits(value: unknown, schema: Schema): boolean {
    const name = refName(schema["$ref"]);
    if (name) return fits(value, components[name]!);
    const either = schema["anyOf"] as Schema[] | undefined;
    if (either) return either.some((one) => fits(value, one));
    const options = schema["enum"] as unknown[] | undefined;
    if (options) return options.includes(value);
    if ("const" in schema) return schema["const"] === value;
    const types = [schema["type"]].flat();
    if (value === null) return types.includes("null");
    if (typeof value === "number")
      return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
    return types.includes(typeof value);
  }

  function listOf(schema: Schema, field: string, within: string): unknown[] {
    const tuple = schema["prefixItems"] as Schema[] | undefined;
    if (tuple) return tuple.map((one, at) => exampleOf(one, `${field}[${at}]`, within));
    return [exampleOf(schema["items"] as Schema, field, within)];
  }

  function objectOf(schema: Schema, field: string, within: string): object {
    const fields = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
    if (fields.length > 0) {
      return Object.fromEntries(
        fields.map(([name, each]) => [name, exampleOf(each, name, within, field)]),
      );
    }
    const values = schema["additionalProperties"] as Schema | undefined;
    if (!values || Object.keys(values).length === 0) return {};
    return { [String(exampleValues[`${field}{}`])]: exampleOf(values, field, within) };
  }
  return exampleOf;
}
