import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { exact, fraction, toDecimalString } from "@voltmarg/rules";
import { describe, expect, test } from "vitest";
import { priceAnswer } from "./price-answer.ts";
import { CaseError } from "./price-case.ts";

type Line = {
  phase: string;
  type: string;
  element_index: number;
  billed_quantity: string;
  price: string;
  excl_vat: string;
  incl_vat: string;
};

type Case = {
  id: string;
  tariff: { elements: { price_components: Record<string, unknown>[] }[] };
  session: Record<string, unknown> & {
    charging_periods: { start_date_time: string; dimensions: Record<string, unknown>[] }[];
  };
  expected: Record<string, string> & { lines?: Line[] };
};

const file = new URL("../../rules/test/ocpi-tariff-cases.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] };
/** What `npm run -s price` runs. */
const command = new URL("../../../tools/run.mjs", import.meta.url);
const program = new URL("price.ts", import.meta.url);

type Run = { code: number | null; stdout: string; stderr: string };

async function run(script: URL, input: string, ...args: string[]): Promise<Run> {
  const child = spawn(process.execPath, [script.pathname, ...args], { stdio: "pipe" });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

/** "61/60" or "1.25" as the command writes it. */
function written(rational: string): string {
  const [n, d] = rational.split("/");
  return toDecimalString(d === undefined ? exact(rational) : fraction(BigInt(n!), BigInt(d)));
}

describe("[E-4] npm run price", () => {
  test("prices every case of the standard exactly, line by line", () => {
    expect(cases).toHaveLength(42);
    for (const each of cases) {
      const { id, expected } = each;
      const answer = JSON.parse(priceAnswer(JSON.stringify(each), false)) as Record<
        string,
        string
      > & { lines: Line[] };
      const excl = expected["total_excl_vat_exact"] ?? expected["total_before_taxes_spec"];
      const incl = expected["total_incl_vat_exact"] ?? expected["total_including_taxes_spec"];
      expect(excl ?? incl, id).toBeDefined();
      if (excl) expect(answer["total_excl_vat"], id).toBe(written(excl));
      if (incl) expect(answer["total_incl_vat"], id).toBe(written(incl));
      if (!expected.lines) continue;
      expect(answer["rounded_excl_vat"], id).toBe(expected["total_excl_vat_2dp_half_up"]);
      expect(answer["rounded_incl_vat"], id).toBe(expected["total_incl_vat_2dp_half_up"]);
      expect(answer.lines.map(lineText).toSorted(), id).toEqual(
        expected.lines
          .map((line) =>
            lineText({
              ...line,
              billed_quantity: written(line.billed_quantity),
              price: written(line.price),
              excl_vat: written(line.excl_vat),
              incl_vat: written(line.incl_vat),
            }),
          )
          .toSorted(),
      );
    }
  });

  test("each case gives the same result through a new process", async () => {
    for (const id of ["T3-20.45kWh", "T18-expired-90min"]) {
      const input = JSON.stringify(caseOf(id));
      expect(await run(program, input)).toEqual({
        code: 0,
        stdout: `${priceAnswer(input, false)}\n`,
        stderr: "",
      });
    }
  });

  test("the command prints one JSON object and nothing else", async () => {
    const { code, stdout, stderr } = await run(
      command,
      JSON.stringify(caseOf("T6-50kWh")),
      "packages/cli/src/price.ts",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      total_excl_vat: "10",
      total_incl_vat: "11",
      rounded_excl_vat: "10.00",
      rounded_incl_vat: "11.00",
      adjustment: { kind: "MAX_PRICE", excl_vat: "-3", incl_vat: "-3.35" },
    });
  });

  test("--explain is a table of lines, reasons, the limit and the totals", async () => {
    const { code, stdout } = await run(
      command,
      JSON.stringify(caseOf("T6-50kWh")),
      "packages/cli/src/price.ts",
      "--explain",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Energy +50 kWh +0\.25 +10% +12\.5 +13\.75 +element 1: /m);
    expect(stdout).toMatch(/^Fee +1 +0\.5 +20% +0\.5 +0\.6 +element 1: once, /m);
    expect(stdout).toMatch(/^Maximum price +-3 +-3\.35 /m);
    expect(stdout).toMatch(/^Total +10 +11 /m);
    expect(stdout).toMatch(/^Rounded +10\.00 +11\.00 /m);
  });

  test("--explain shows where the hours of a period differ from its clock", () => {
    const given = caseOf("T10-20kWh-40min-parking");
    given.session.charging_periods[1]!.dimensions[0]!["volume"] = 0.25;
    const lines = priceAnswer(JSON.stringify(given), true).split("\n");
    expect(lines).toContain(
      "The period of 2026-01-05T11:00:00Z lasts 40 min by the clock and names PARKING_TIME 0.25 h: " +
        "priced as reserved 0 min, charging 0 min, parking 15 min",
    );
    expect(lines.some((line) => /^Parking time +0\.25 h /.test(line))).toBe(true);
  });

  test("--help describes the input", async () => {
    const { code, stdout } = await run(program, "", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("npm run -s price < case.json");
  });
});

function lineText(line: Line): string {
  const { phase, type, element_index, billed_quantity, price, excl_vat, incl_vat } = line;
  return [phase, type, element_index, billed_quantity, price, excl_vat, incl_vat].join(" ");
}

function caseOf(id: string): Case {
  const found = cases.find((each) => each.id === id);
  if (!found) throw new Error(`no case ${id}`);
  return structuredClone(found);
}

type Change = (given: Case) => void;
const element: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.tariff.elements[0]!, change);
const component: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.tariff.elements[0]!.price_components[0]!, change);
const session: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.session, change);
const period: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.session.charging_periods[0]!, change);
const dimension: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.session.charging_periods[0]!.dimensions[0]!, change);
const tariff: (change: Record<string, unknown>) => Change = (change) => (given) =>
  void Object.assign(given.tariff, change);
/** Replaces fields of the first period besides its energy. */
const told: (dimension: { type: string; volume: number }) => Change = (one) => (given) =>
  void given.session.charging_periods[0]!.dimensions.splice(1, 1, one);
const restricted = (restrictions: unknown) => element({ restrictions });

const restrictionsAt = "tariff.elements[0].restrictions";
const componentAt = "tariff.elements[0].price_components[0]";
const periodAt = "session.charging_periods[0]";
const dimensionAt = `${periodAt}.dimensions[0]`;

describe("[E-4] an error is one line that names the field, and exit code 1", () => {
  const changes: [field: string, change: Change][] = [
    ["tariff", (given) => void delete (given as Partial<Case>).tariff],
    ["session", (given) => void delete (given as Partial<Case>).session],
    ["tariff", (given) => void Object.assign(given, { tariff: [] })],
    ["tariff.elements", tariff({ elements: undefined })],
    ["tariff.elements", tariff({ elements: [] })],
    ["tariff.elements[0]", tariff({ elements: [null] })],
    ["tariff.currency", tariff({ currency: 7 })],
    ["tariff.min_price", tariff({ min_price: 5 })],
    ["tariff.min_price.excl_vat", tariff({ min_price: { incl_vat: 5 } })],
    ["tariff.max_price.incl_vat", tariff({ max_price: { excl_vat: 5, incl_vat: "6" } })],
    ["tariff.start_date_time", tariff({ start_date_time: "today" })],
    ["tariff", tariff({ end_date_time: "2020-01-01T00:00:00Z" })],
    ["tariff.elements[0].price_components", element({ price_components: [] })],
    [`${componentAt}.type`, component({ type: "WATER" })],
    [`${componentAt}.price`, component({ price: "0.25" })],
    [`${componentAt}.price`, component({ price: -1 })],
    [`${componentAt}.vat`, component({ vat: -5 })],
    [`${componentAt}.step_size`, component({ step_size: undefined })],
    [`${componentAt}.step_size`, component({ step_size: 0.5 })],
    [`${componentAt}.step_size`, component({ step_size: -1 })],
    [`${componentAt}.step_size`, component({ step_size: 0 })],
    ["tariff.currency", tariff({ currency: undefined })],
    ["tariff.currency", tariff({ currency: "" })],
    ["tariff.tax_included", tariff({ tax_included: "YES" })],
    [
      "tariff.max_price.excl_vat",
      tariff({ min_price: { excl_vat: 5 }, max_price: { excl_vat: 4 } }),
    ],
    [`${restrictionsAt}.max_kwh`, restricted({ min_kwh: 5, max_kwh: 4 })],
    [`${restrictionsAt}.max_duration`, restricted({ min_duration: 5, max_duration: 4 })],
    [restrictionsAt, restricted("none")],
    [`${restrictionsAt}.start_time`, restricted({ start_time: "25:00" })],
    [`${restrictionsAt}.end_time`, restricted({ end_time: 900 })],
    [`${restrictionsAt}.start_date`, restricted({ start_date: "2026-02-30" })],
    [`${restrictionsAt}.end_date`, restricted({ end_date: "5 May 2026" })],
    [`${restrictionsAt}.min_kwh`, restricted({ min_kwh: "2" })],
    [`${restrictionsAt}.max_power`, restricted({ max_power: {} })],
    [`${restrictionsAt}.min_duration`, restricted({ min_duration: 1.5 })],
    [`${restrictionsAt}.day_of_week`, restricted({ day_of_week: "MONDAY" })],
    [`${restrictionsAt}.day_of_week[1]`, restricted({ day_of_week: ["MONDAY", "FUNDAY"] })],
    [`${restrictionsAt}.reservation`, restricted({ reservation: true })],
    ["session.time_zone", session({ time_zone: "Mars/Base" })],
    ["session.time_zone", session({ time_zone: undefined })],
    ["session.start_date_time", session({ start_date_time: "2026-01-05 10:00" })],
    ["session.end_date_time", session({ end_date_time: undefined })],
    ["session.end_date_time", session({ end_date_time: "2026-01-01T00:00:00Z" })],
    ["session", session({ end_date_time: "2028-01-01T00:00:00Z" })],
    ["session.reservation_expired", session({ reservation_expired: "no" })],
    ["session.charging_periods", session({ charging_periods: undefined })],
    ["session.charging_periods", session({ charging_periods: {} })],
    [`${periodAt}.start_date_time`, period({ start_date_time: "2026-01-04T00:00:00Z" })],
    [`${periodAt}.start_date_time`, period({ start_date_time: "2026-02-04T00:00:00Z" })],
    [`${periodAt}.dimensions`, period({ dimensions: null })],
    [`${dimensionAt}.type`, dimension({ type: "ENERGIE" })],
    [`${dimensionAt}.volume`, dimension({ volume: null })],
    [`${periodAt}.dimensions[1].volume`, told({ type: "PARKING_TIME", volume: -1 })],
    [`${dimensionAt}.volume`, dimension({ volume: -20 })],
    [`${periodAt}.dimensions`, told({ type: "RESERVATION_TIME", volume: 2 })],
    [`${periodAt}.dimensions`, told({ type: "TIME", volume: 3 })],
    [
      `${periodAt}.dimensions`,
      (given) =>
        void given.session.charging_periods[0]!.dimensions.push({
          type: "RESERVATION_TIME",
          volume: 1,
        }),
    ],
    [
      "session.charging_periods[1].start_date_time",
      (given) =>
        void given.session.charging_periods.push(
          structuredClone(given.session.charging_periods[0]!),
        ),
    ],
  ];
  const texts: [field: string, input: string][] = [
    ["the input", ""],
    ["the input", "{"],
    ["the input", "{\n  not json\n}"],
    ["the input", "[]"],
    ["the input", "null"],
    [
      dimensionAt.concat(".volume"),
      JSON.stringify(caseOf("T8-20kWh")).replace('"volume":20', '"volume":1e999'),
    ],
    [
      componentAt.concat(".price"),
      JSON.stringify(caseOf("T8-20kWh")).replace('"price":0.25', '"price":0.25,"pr\\u0069ce":2.5'),
    ],
    ["tariff", '{"session":{},"tariff":{},"tariff":{}}'],
  ];

  test("every field of a case, and input that is not a case at all", async () => {
    const given = changes.map(([field, change]): [string, string] => {
      const changed = caseOf("T8-20kWh");
      change(changed);
      return [field, JSON.stringify(changed)];
    });
    for (const [field, input] of [...texts, ...given]) {
      let said = "";
      try {
        priceAnswer(input, false);
      } catch (error) {
        expect(error, field).toBeInstanceOf(CaseError);
        said = (error as CaseError).message;
      }
      expect(said.slice(0, field.length + 2), said).toBe(`${field}: `);
      expect(said.split("\n"), said).toHaveLength(1);
    }
    for (const [field, input] of texts.slice(1, 3)) {
      const { code, stdout, stderr } = await run(program, input);
      expect([code, stdout, stderr.split("\n").length]).toEqual([1, "", 2]);
      expect(stderr).toContain(`${field}: `);
    }
  });

  test("an unknown option, also through the npm command", async () => {
    const unknown = await run(program, "{}", "--fast");
    expect([unknown.code, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toMatch(/^Unknown option '--fast'.*\n$/);
    expect(await run(command, '{"tariff":{}}', "packages/cli/src/price.ts")).toEqual({
      code: 1,
      stdout: "",
      stderr: "session: is missing\n",
    });
  });
});
