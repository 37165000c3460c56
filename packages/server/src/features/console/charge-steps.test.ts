import { expect, test } from "vitest";
import { stepsOf } from "./charge-steps.ts";

type Known = Parameters<typeof stepsOf>[0];
type Step = Known["row"]["timeline"][number]["step"];

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 1, 0, second));
const iso = (second: number) => at(second).toISOString();
const stepsWith = (more: Partial<Omit<Known, "row">>, steps: readonly [Step, number][] = []) =>
  stepsOf({
    row: { timeline: steps.map(([step, second]) => ({ step, at: iso(second) })) } as Known["row"],
    commands: [],
    transfers: [],
    bills: [],
    aside: [],
    messages: [],
    acts: [],
    tickets: [],
    ...more,
  });
const textsWith = (more: Partial<Omit<Known, "row">>) => stepsWith(more).map(({ text }) => text);

test("a charge of which nothing is known has no steps", () => {
  expect(stepsWith({})).toEqual([]);
});

test("staff read of each step what it means", () => {
  const all: [Step, string][] = [
    ["SENT", "The driver pressed Start"],
    ["ACCEPTED", "The operator accepted the start"],
    ["STARTED", "The operator opened the session"],
    ["FLOWING", "Energy flows"],
    ["STOPPING", "A stop was asked for"],
    ["ENDED", "The charge ended"],
    ["BILLED", "The charge was billed"],
    ["REJECTED", "The operator refused the start"],
    ["NOT_PLUGGED", "The charger found no vehicle"],
    ["FAILED", "The start failed"],
    ["UNKNOWN", "No clear answer: the operator is asked"],
    ["EXPIRED", "The start was given up"],
  ];
  for (const [step, text] of all)
    expect(stepsWith({}, [[step, 5]])).toEqual([
      { at: iso(5), what: "STEP", text, amount_minor: null },
    ]);
});

test("only a step back after a stop says that the stop was refused", () => {
  const after = (first: Step, second: Step) =>
    stepsWith({}, [
      [first, 1],
      [second, 2],
    ]).at(-1)!.text;
  const goesOn = "The stop was refused: the session goes on";
  for (const step of ["FLOWING", "STARTED", "ACCEPTED", "SENT"] as const)
    expect(after("STOPPING", step)).toBe(goesOn);
  for (const step of ["ENDED", "BILLED", "UNKNOWN", "EXPIRED", "FAILED"] as const)
    expect(after("STOPPING", step)).not.toBe(goesOn);
  expect(after("STARTED", "FLOWING")).toBe("Energy flows");
  // Only the step before counts.
  const later = stepsWith({}, [
    ["STOPPING", 1],
    ["FLOWING", 2],
    ["STARTED", 3],
  ]);
  expect(later.map(({ text }) => text)).toEqual([
    "A stop was asked for",
    goesOn,
    "The operator opened the session",
  ]);
});

test("a command has one step when it was sent and one when its result came", () => {
  const command = {
    kind: "START_SESSION",
    sent_at: at(1),
    response: "ACCEPTED",
    result: "REJECTED",
    result_at: at(2),
  };
  const stepsFor = (more: object) =>
    stepsWith({ commands: [{ ...command, ...more }] }).map((each) => [
      each.at,
      each.what,
      each.text,
    ]);
  expect(stepsFor({})).toEqual([
    [iso(1), "COMMAND", "START_SESSION: ACCEPTED"],
    [iso(2), "RESULT", "START_SESSION: REJECTED"],
  ]);
  expect(stepsFor({ response: null, result_at: null })).toEqual([
    [iso(1), "COMMAND", "START_SESSION: no answer"],
  ]);
  expect(stepsFor({ sent_at: null, result: null })).toEqual([
    [iso(2), "RESULT", "START_SESSION: none"],
  ]);
  expect(stepsFor({ sent_at: null, result_at: null })).toEqual([]);
});

test("a bill is called by its number or else its id, and a credit note names its bill", () => {
  const bill = {
    id: "cdr_1",
    amount: 7_080n,
    created_at: at(1),
    credit_of: null,
    provisional: false,
    number: "VM/1",
    lines: [],
    net_minor: 6_000,
    asked: { ENERGY: null, TIME: null, PARKING_TIME: null, FLAT: null, TOTAL: null },
  };
  expect(stepsWith({ bills: [bill] })).toEqual([
    { at: iso(1), what: "BILL", text: "Bill VM/1", amount_minor: 7_080 },
  ]);
  expect(
    textsWith({
      bills: [
        { ...bill, number: null },
        { ...bill, provisional: true },
        { ...bill, credit_of: "cdr_0" },
        { ...bill, credit_of: "cdr_0", provisional: true, number: null },
      ],
    }),
  ).toEqual([
    "Bill cdr_1",
    "Provisional bill VM/1",
    "Credit note VM/1 for cdr_0",
    "Credit note cdr_1 for cdr_0",
  ]);
});

test("a message says who sent it, and either why it failed or how it was answered", () => {
  const message = {
    id: "m",
    at: at(1),
    direction: "IN" as const,
    method: "PUT",
    path: "/sessions/1",
    http_status: 200,
    status_code: 1000,
    failure: null,
    milliseconds: 3,
  };
  expect(
    textsWith({
      messages: [
        message,
        { ...message, direction: "OUT", status_code: null },
        { ...message, http_status: null },
        { ...message, http_status: 0, status_code: 0 },
        { ...message, failure: "no answer" },
      ],
    }),
  ).toEqual([
    "from the operator: PUT /sessions/1, 200 1000",
    "to the operator: PUT /sessions/1, 200",
    "from the operator: PUT /sessions/1, 1000",
    "from the operator: PUT /sessions/1, 0 0",
    "from the operator: PUT /sessions/1, no answer",
  ]);
});

test("an act of the staff says who, what, with which result and why", () => {
  const act = {
    at: at(1),
    credential: "asha",
    method: "POST",
    route: "/provider/v1/charges/:id/stop",
    outcome: "OK",
    reason: "The driver called",
  };
  expect(textsWith({ acts: [act, { ...act, reason: null }] })).toEqual([
    "asha: POST /charges/:id/stop, OK, The driver called",
    "asha: POST /charges/:id/stop, OK",
  ]);
});

test("steps of all books are in the order of time, within one instant in the order of the books", () => {
  const transfer = { id: "t", at: at(3), kind: "HOLD", reason: "ses_1", postings: [] };
  const ticket = { id: "tkt_1", number: 12n, state: "OPEN", created_at: at(3) };
  const shown = stepsWith(
    {
      transfers: [transfer, { ...transfer, kind: "CHARGE", at: at(1) }],
      aside: [{ id: "q", reason: "no price was agreed", received_at: at(3) }],
      tickets: [ticket, { ...ticket, number: 13n, created_at: at(2) }],
    },
    [
      ["SENT", 4],
      ["ACCEPTED", 3],
    ],
  );
  expect(shown.map(({ what, text }) => [what, text])).toEqual([
    ["LEDGER", "CHARGE: ses_1"],
    ["TICKET", "Ticket 13"],
    ["STEP", "The operator accepted the start"],
    ["LEDGER", "HOLD: ses_1"],
    ["SET_ASIDE", "no price was agreed"],
    ["TICKET", "Ticket 12"],
    ["STEP", "The driver pressed Start"],
  ]);
  expect(shown.every(({ amount_minor }) => amount_minor === null)).toBe(true);
});
