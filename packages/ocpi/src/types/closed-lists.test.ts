import * as z from "zod/mini";
import { expect, test } from "vitest";
import { readLeniently } from "./read-leniently.ts";
import { reading, writing } from "./schemas.ts";

type Schema = z.core.$ZodType;
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
};
const isEnum = (schema: Schema) => schema._zod.def.type === "enum";
type Field = { path: string; name: string; read: Schema };

/** The fields of both schemas of an object that are an enumeration in what we send. */
function enumerations(read: Schema, write: Schema, path: string, name = ""): Field[] {
  const [r, w] = [read._zod.def as Def, write._zod.def as Def];
  if (r.type === "optional") return enumerations(r.innerType!, write, path, name);
  if (w.type === "optional") return enumerations(read, w.innerType!, path, name);
  if (w.element) return enumerations(r.element!, w.element, path, name);
  if (w.shape)
    return Object.entries(w.shape).flatMap(([key, field]) =>
      enumerations(r.shape![key]!, field, `${path}.${key}`, key),
    );
  const isEnumeration = w.type === "enum" || (w.type === "union" && isEnum(w.options![0]!));
  return isEnumeration ? [{ path, name, read }] : [];
}
const fields = Object.keys(reading).flatMap((kind) =>
  enumerations(reading[kind as keyof typeof reading], writing[kind as keyof typeof writing], kind),
);

/** What a field says when another value is sent than the standard has. */
const findingsOf = ({ read }: Field): string[] => {
  const result = readLeniently(
    z.object({ field: read as z.ZodMiniType }),
    { field: "NO_SUCH" },
    {},
  );
  return "refused" in result ? ["refused"] : result.findings.map(({ outcome }) => outcome);
};

/**
 * OCPI 2.3.0 types, OpenEnum. A `type` is a TokenType only in the objects named; a `category` is an ImageCategory or an
 * EnvironmentalImpactCategory.
 */
const OPEN: readonly RegExp[] = [
  /\.(capabilities|facilities|vehicle_types|parking_restrictions|parking_type|category|identifier)$/,
  /\.(standard|connector_standard)$/,
  /(^|\.)(token|tokenPatch|cdrToken|cdr_token|publish_allowed_to)\.type$/,
];
const isOpen = ({ path }: Field) => OPEN.some((pattern) => pattern.test(path));

test("an unknown value of an open enumeration is kept without a finding", () => {
  const open = fields.filter(isOpen);
  expect(open.length).toBeGreaterThan(20);
  expect(open.filter((field) => findingsOf(field).length > 0)).toEqual([]);
});

test("an unknown value of any other enumeration is a finding: it may change what a driver sees", () => {
  const closed = fields.filter((field) => !isOpen(field));
  const paths = closed.map(({ path }) => path);
  for (const path of ["location.evses.status", "connector.power_type", "session.status"])
    expect(paths).toContain(path);
  const silent = closed.filter((field) => findingsOf(field).length === 0);
  expect(silent.map(({ path }) => path)).toEqual([]);
});
