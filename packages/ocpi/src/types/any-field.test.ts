import type * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { whole } from "../../test/full-objects.ts";
import { read, reading } from "./schemas.ts";

type Path = readonly (string | number)[];

/** Every field and every item of a list, at any depth. */
function placesIn(value: unknown, path: (string | number)[] = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const at = path.concat(key);
    const below = placesIn((value as Record<string | number, unknown>)[key], at);
    return [at].concat(below as (string | number)[][]);
  });
}

function get(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

function changed(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const copy = structuredClone(value);
  const parent = get(copy, path.slice(0, -1)) as Record<string | number, unknown>;
  const key = path.at(-1)!;
  const put = change(parent[key]);
  if (put !== undefined) parent[key] = put;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return copy;
}

const CHANGES: Record<string, (old: unknown) => unknown> = {
  absent: () => undefined,
  null: () => null,
  "of another type": (old) => (typeof old === "string" ? true : "?"),
  empty: () => "",
  "an empty list": () => [],
  "an empty object": () => ({}),
  huge: () => "x".repeat(30_000),
  "a list of one": (old) => [old],
};

// "" is absent too, except where the field is a text, which may be one.
const isAbsence = (change: string) => change === "absent" || change === "null";

/** Fields without which the whole object is refused. `*` any item; `**` everything below. */
const OBJECTS: [string, z.ZodMiniType, object, string[]][] = [
  [
    "location",
    reading.location,
    whole.location,
    ["country_code", "party_id", "id", "coordinates", "coordinates.*"],
  ],
  ["evse", reading.evse, whole.evse, ["uid"]],
  ["connector", reading.connector, whole.connector, ["id", "standard", "power_type"]],
  [
    "tariff",
    reading.tariff,
    whole.tariff,
    [
      "country_code",
      "party_id",
      "id",
      "currency",
      "min_price",
      "min_price.*",
      "max_price",
      "max_price.*",
      "elements",
      "elements.**",
      "start_date_time",
      "end_date_time",
    ],
  ],
  ["session", reading.session, whole.session, ["country_code", "party_id", "id"]],
  [
    "charge record",
    reading.cdr,
    whole.cdr,
    [
      "country_code",
      "party_id",
      "id",
      "start_date_time",
      "end_date_time",
      "currency",
      "cdr_token",
      "cdr_token.uid",
      "charging_periods",
      "charging_periods.**",
      "total_cost",
      "total_cost.*",
      "total_energy",
      "credit",
      "credit_reference_id",
    ],
  ],
];

const matches = (path: string, pattern: string) =>
  pattern.endsWith(".**")
    ? path.startsWith(pattern.slice(0, -2))
    : pattern.endsWith(".*")
      ? path.startsWith(pattern.slice(0, -1)) && !path.slice(pattern.length - 1).includes(".")
      : path === pattern;

describe.each(OBJECTS)("a %s", (_name, schema, good, needed) => {
  const now = Date.UTC(2026, 5, 1);
  const sound = read(schema, good);

  test("with every field is read without a finding", () => {
    expect(sound).toEqual({ ok: true, data: good, findings: [] });
  });

  test.each(Object.keys(CHANGES))(
    "with any one field %s loses only what the list states",
    (change) => {
      for (const path of placesIn(good)) {
        const where = path.join(".");
        const sent = changed(good, path, CHANGES[change]!);
        const result = read(schema, sent, { now });
        if (!result.ok) {
          expect(
            needed.some((each) => matches(where, each)),
            `${where}: ${result.message}`,
          ).toBe(true);
          expect(result.findings.every(({ outcome }) => outcome === "REFUSED")).toBe(true);
          expect(result.findings).not.toEqual([]);
          continue;
        }
        // Everything not read as sent has a finding, except optional and absent fields.
        const same = JSON.stringify(get(result.data, path)) === JSON.stringify(get(sent, path));
        const isSilent = result.findings.length === 0;
        if (isSilent) expect(same || isAbsence(change), `${where} is lost in silence`).toBe(true);
        const parent = path.slice(0, -1);
        for (const { path: at } of result.findings) {
          const near = [where, parent.join("."), ...path.map((_, n) => path.slice(0, n).join("."))];
          expect(
            near.some((each) => at === each || at.startsWith(`${each}.`)),
            at,
          ).toBe(true);
        }
        // Everything else is unchanged.
        const [top] = path;
        const rest = (value: unknown) => ({
          ...(value as object),
          [top!]: null,
          last_updated: null,
        });
        if (where !== "country") expect(rest(result.data), where).toEqual(rest(good));
      }
    },
  );
});

test("a tariff never loses a field that affects its price", () => {
  const cosmetic = /^(type|tariff_alt_text|tariff_alt_url|energy_mix|last_updated)(\.|$)/;
  for (const path of placesIn(whole.tariff)) {
    for (const [name, change] of Object.entries(CHANGES)) {
      const result = read(reading.tariff, changed(whole.tariff, path, change));
      if (!result.ok) continue;
      const lost = result.findings.filter(({ outcome }) => outcome === "LEFT_OUT");
      // An empty text counts as absent, like null.
      const unsaid = lost.filter(({ raw }) => raw !== '""');
      expect(
        unsaid.filter(({ path: at }) => !cosmetic.test(at)),
        `${path.join(".")} ${name}`,
      ).toEqual([]);
    }
  }
});

test("a location of 5,000 EVSEs with a bad field each is read fast, and its findings are counted", () => {
  const evses = Array.from({ length: 5000 }, (_, n) => ({
    ...whole.evse,
    uid: `E-${n}`,
    connectors: [{ ...whole.connector, max_voltage: "many" }],
  }));
  const begun = process.cpuUsage().user;
  const result = read(reading.location, { ...whole.location, evses });
  // Microseconds of processor time, independent of other load.
  expect(process.cpuUsage().user - begun).toBeLessThan(2_000_000);
  expect(result.ok && result.data.evses).toHaveLength(5000);
  expect(result.findings).toHaveLength(51);
  expect(result.findings[0]).toEqual({
    path: "evses.0.connectors.0.max_voltage",
    message: "number expected",
    outcome: "LEFT_OUT",
    raw: '"many"',
  });
  expect(result.findings[50]).toEqual({
    path: "",
    message: "and 4950 more",
    outcome: "LEFT_OUT",
    raw: "",
  });
});
