import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestBed, type TestBed } from "./odd-operators/test-bed.ts";
import { corpus } from "./odd-operators/corpus/index.ts";
import { sendAnswers, sendLists, sendResults } from "./odd-operators/send-commands.ts";
import { tryOddOperators } from "./odd-operators/try-odd-operators.ts";
import { sendCdrs, sendPlaces, sendSessions, sendTariffs } from "./odd-operators/send-corpus.ts";

let testBed: TestBed;
beforeAll(async () => {
  testBed = await openTestBed();
});
afterAll(async () => {
  await testBed.close();
  await stopDatabases();
});

vi.setConfig({ testTimeout: 120_000 });
const ways = ["PUSH", "PULL"] as const;

test.each(ways)("one bad field costs that field, not its station (%s)", async (way) => {
  expect(await sendPlaces(testBed, await testBed.operator(`P${way.slice(1, 3)}`), way)).toEqual([]);
});

test.each(ways)(
  "an unreadable field that may change a price makes the price unknown (%s)",
  async (way) => {
    expect(await sendTariffs(testBed, await testBed.operator(`T${way.slice(1, 3)}`), way)).toEqual(
      [],
    );
  },
);

test.each(ways)(
  "a session with bad fields still belongs to the charge that was requested (%s)",
  async (way) => {
    expect(await sendSessions(testBed, await testBed.operator(`S${way.slice(1, 3)}`), way)).toEqual(
      [],
    );
  },
);

test.each(ways)("a CDR with bad fields is billed or waits in the back office (%s)", async (way) => {
  expect(await sendCdrs(testBed, await testBed.operator(`C${way.slice(1, 3)}`), way)).toEqual([]);
});

test("an unusual answer to START_SESSION is a refusal, a wait or a question to the operator", async () => {
  expect(await sendAnswers(testBed, await testBed.operator("ANS"))).toEqual([]);
  expect(await sendResults(testBed, await testBed.operator("RES"))).toEqual([]);
});

test("an unusual list is read or refused, and closes no location by itself", async () => {
  expect(await sendLists(testBed)).toEqual([]);
});

test("every entry has a unique name, and there are enough", () => {
  for (const entries of Object.values(corpus)) {
    const names = entries.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(120);
});

// The negative control: a check that cannot fail proves nothing.
test("if one bad field hides its station, the run fails", async () => {
  const lines: string[] = [];
  const end = await tryOddOperators({ kinds: ["null"], broken: true, version: "2.2.1" }, (line) =>
    lines.push(line),
  );
  expect(end, lines.join("\n")).toMatchObject({ ok: false });
  expect(end.hiddenForOptional, lines.join("\n")).toBeGreaterThan(0);
  expect(end.wrongNotCharged, lines.join("\n")).toBeGreaterThan(0);
});
