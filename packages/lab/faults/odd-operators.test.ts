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
}, 120_000);
afterAll(async () => {
  await testBed.close();
  await stopDatabases();
});

vi.setConfig({ testTimeout: 120_000 });
const ways = ["PUSH", "PULL"] as const;

test.each(ways)(
  "[house rule] one odd field costs that field, not its station (%s)",
  async (way) => {
    expect(await sendPlaces(testBed, await testBed.operator(`P${way.slice(1, 3)}`), way)).toEqual(
      [],
    );
  },
);

test.each(ways)("[house rule] what may change a price makes it unknown (%s)", async (way) => {
  expect(await sendTariffs(testBed, await testBed.operator(`T${way.slice(1, 3)}`), way)).toEqual(
    [],
  );
});

test.each(ways)(
  "[house rule] an odd session is the charge that was asked for (%s)",
  async (way) => {
    expect(await sendSessions(testBed, await testBed.operator(`S${way.slice(1, 3)}`), way)).toEqual(
      [],
    );
  },
);

test.each(ways)(
  "[house rule] an odd charge record is billed or waits at the desk (%s)",
  async (way) => {
    expect(await sendCdrs(testBed, await testBed.operator(`C${way.slice(1, 3)}`), way)).toEqual([]);
  },
);

test("[house rule] an odd answer to a start is a refusal, a wait or a question", async () => {
  expect(await sendAnswers(testBed, await testBed.operator("ANS"))).toEqual([]);
  expect(await sendResults(testBed, await testBed.operator("RES"))).toEqual([]);
});

test("[house rule] an odd list is read or refused, and closes nothing by itself", async () => {
  expect(await sendLists(testBed)).toEqual([]);
});

test("every entry has a name of its own, and there are enough", () => {
  for (const entries of Object.values(corpus)) {
    const names = entries.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  }
  expect(Object.values(corpus).flat().length).toBeGreaterThanOrEqual(120);
});

// The negative control: a check that cannot fail proves nothing.
test("[house rule] where one odd field hides its station, the run says so", async () => {
  const lines: string[] = [];
  const end = await tryOddOperators({ kinds: ["null"], broken: true }, (line) => lines.push(line));
  expect(end, lines.join("\n")).toMatchObject({ ok: false });
  expect(end.hiddenForOptional, lines.join("\n")).toBeGreaterThan(0);
  expect(end.wrongNotCharged, lines.join("\n")).toBeGreaterThan(0);
});
