import { stopDatabases, type Partner } from "@voltmarg/testkit/test-bed";
import { beforeAll, expect, test } from "vitest";
import { ABSENT, changed, type Changes, type Json } from "./case.ts";
import { goodLocation } from "./good.ts";
import {
  openTestBed,
  untold,
  wrongsOf,
  type Asked,
  type TestBed,
  type Wrongs,
} from "./test-bed.ts";

/**
 * WAITS: it was accepted. REFUSED: the operator said no, and the driver was not charged. ASKED: it says nothing; the service
 * asks the operator what became of it. `why`: where this was observed.
 */
type OddAnswer = {
  name: string;
  why: string;
  odd: Changes;
  is: "WAITS" | "REFUSED" | "ASKED";
  told?: readonly string[];
};

const GOOD_ANSWER = { result: "ACCEPTED", timeout: 30 };
/** Answers to START_SESSION. */
const answers: readonly OddAnswer[] = [
  {
    name: "rejected without a timeout",
    why: "A refusal needs no time.",
    odd: { result: "REJECTED", timeout: ABSENT },
    is: "REFUSED",
  },
  {
    name: "not supported without a timeout",
    why: "What is not offered needs no time.",
    odd: { result: "NOT_SUPPORTED", timeout: ABSENT },
    is: "REFUSED",
  },
  {
    name: "accepted without a timeout",
    why: "The operator's charger answers at once.",
    odd: { timeout: ABSENT },
    is: "WAITS",
  },
  {
    name: "accepted with a timeout of zero",
    why: "Zero means that it does not know.",
    odd: { timeout: 0 },
    is: "WAITS",
  },
  {
    name: "timeout as text",
    why: "A template language writes every value in quotation marks.",
    odd: { timeout: "30" },
    is: "WAITS",
  },
  {
    name: "timeout with decimals",
    why: "Milliseconds were divided by a thousand.",
    odd: { timeout: 29.5 },
    is: "WAITS",
  },
  {
    name: "timeout in milliseconds",
    why: "The author's other interfaces have it so.",
    odd: { timeout: 30_000 },
    is: "WAITS",
  },
  {
    name: "message as one object",
    why: "A list of languages seems too much for one sentence.",
    odd: { result: "REJECTED", message: { language: "en", text: "Not today" } },
    is: "REFUSED",
  },
  {
    name: "message as text",
    why: "The charger's own words are passed on.",
    odd: { result: "REJECTED", message: "Not today" },
    is: "REFUSED",
  },
  {
    name: "result in mixed case",
    why: "The charging protocol writes Accepted.",
    odd: { result: "Accepted" },
    is: "WAITS",
  },
  {
    name: "result of its own",
    why: "A queue has taken the command.",
    odd: { result: "QUEUED" },
    is: "ASKED",
  },
  {
    name: "no result",
    why: "HTTP 200 seems to say it.",
    odd: { result: ABSENT, timeout: ABSENT },
    is: "ASKED",
    told: ["result"],
  },
];

/** Command results after an accepted START_SESSION; the good one is `{"result": "ACCEPTED"}`. */
const results: readonly OddAnswer[] = [
  {
    name: "failed with a message of null",
    why: "The column is there, and nobody fills it in.",
    odd: { result: "FAILED", message: null },
    is: "REFUSED",
  },
  {
    name: "occupied with a message as text",
    why: "The charger's own words are passed on.",
    odd: { result: "EVSE_OCCUPIED", message: "In use" },
    is: "REFUSED",
  },
  {
    name: "a timeout of the charger",
    why: "The charger may start all the same.",
    odd: { result: "TIMEOUT" },
    is: "ASKED",
  },
  {
    name: "a result of its own",
    why: "The status of the charging protocol is passed on unmapped.",
    odd: { result: "Faulted" },
    is: "ASKED",
  },
  {
    name: "an answer's word for a result",
    why: "The same class is used for both.",
    odd: { result: "ACCEPTED", timeout: 30 },
    is: "WAITS",
  },
];

/** A list of two good locations as answered, with a body, a status and headers of the operator's choice. */
type OddList = {
  name: string;
  why: string;
  answer(good: readonly Json[]): {
    status?: number;
    headers?: Record<string, string>;
    body: string;
  };
  /** Locations shown after the pull; null: the list cannot be read, and the earlier data stays. */
  shown: number | null;
};

const TIME = "2026-11-20T06:30:00Z";
const said = (answer: Json) => JSON.stringify(answer);
const lists: readonly OddList[] = [
  {
    name: "no timestamp",
    why: "It seems needless beside the header of HTTP.",
    answer: (good) => ({ body: said({ data: good, status_code: 1000 }) }),
    shown: 2,
  },
  {
    name: "status code as text",
    why: "Codes are kept as text.",
    answer: (good) => ({ body: said({ data: good, status_code: "1000", timestamp: TIME }) }),
    shown: 2,
  },
  {
    name: "status code of HTTP",
    why: "200 is what the framework puts there.",
    answer: (good) => ({ body: said({ data: good, status_code: 200, timestamp: TIME }) }),
    shown: null,
  },
  {
    name: "a list without its envelope",
    why: "The gateway strips what it takes for its own.",
    answer: (good) => ({ body: JSON.stringify(good) }),
    shown: null,
  },
  {
    name: "data of null",
    why: "Nothing was found, and a list seems too much for it.",
    answer: () => ({ body: said({ data: null, status_code: 1000, timestamp: TIME }) }),
    shown: 0,
  },
  {
    name: "data of one object",
    why: "A converter from XML makes a list of one into the one.",
    answer: ([first]) => ({ body: said({ data: first, status_code: 1000, timestamp: TIME }) }),
    shown: null,
  },
  {
    name: "a page of HTML",
    why: "The login page of a gateway answers with 200.",
    answer: () => ({
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Sign in</title>",
    }),
    shown: null,
  },
  {
    name: "a byte order mark",
    why: "The answer is a file that an editor saved.",
    answer: (good) => ({
      body: `\uFEFF${said({ data: good, status_code: 1000, timestamp: TIME })}`,
    }),
    shown: 2,
  },
  {
    name: "HTTP 201 for a list",
    why: "The framework's default of that route is another.",
    answer: (good) => ({
      status: 201,
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    shown: 2,
  },
  {
    name: "holes in the list",
    why: "Objects of other parties were blanked out.",
    answer: (good) => ({
      body: said({ data: [null, good[0], 7, good[1], "x"], status_code: 1000, timestamp: TIME }),
    }),
    shown: 2,
  },
  {
    name: "the same twice",
    why: "Pages overlap while the list changes.",
    answer: (good) => ({
      body: said({ data: [...good, ...good], status_code: 1000, timestamp: TIME }),
    }),
    shown: 2,
  },
  {
    name: "a total that is no number",
    why: "The count was switched off for speed.",
    answer: (good) => ({
      headers: { "x-total-count": "unknown", "x-limit": "" },
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    shown: 2,
  },
  {
    name: "a link to the first page only",
    why: "The gateway's own paging is added to that of OCPI.",
    answer: (good) => ({
      headers: { link: '<https://charge.example/?page=1>; rel="first"' },
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    shown: 2,
  },
  {
    name: "an error with HTTP 200",
    why: "OCPI wants it so, and the message is a stack of the framework.",
    answer: () => ({
      body: said({ status_code: 3000, status_message: "NullPointerException", timestamp: TIME }),
    }),
    shown: null,
  },
];

/** Seconds after which every start has ended, whatever its operator reports. */
const BOUND_S = 11 * 60;

let testBed: TestBed;
beforeAll(async () => {
  testBed = await openTestBed();
  return async () => {
    await testBed.close();
    await stopDatabases();
  };
});

test("an unusual answer to START_SESSION is a refusal, a wait or a question to the operator", async () => {
  const wrongs = wrongsOf("ANSWER");
  const partner = await testBed.operator("ANS");
  await testBed.place(partner, "ANS", answers.length);
  partner.onCommand = (_kind, { evse_uid }) => {
    const { odd } = answers[Number(String(evse_uid).split("-")[1])]!;
    return changed(GOOD_ANSWER, odd) as Partner["answer"];
  };
  const asked = await testBed.askAll(partner, "ANS", answers.length);
  delete partner.onCommand;
  for (const [n, entry] of answers.entries()) await look(partner, asked[n]!, wrongs, entry);
  await testBed.world.pass(BOUND_S, 60);
  for (const [n, { name }] of answers.entries()) {
    const { status } = await testBed.show(asked[n]!);
    if (status !== "FAILED") wrongs.say(name, `after ${BOUND_S} s it is ${status}`);
  }
  expect(wrongs.lines).toEqual([]);
});

test("an unusual result of START_SESSION is a refusal, a wait or a question to the operator", async () => {
  const wrongs = wrongsOf("RESULT");
  const partner = await testBed.operator("RES");
  await testBed.place(partner, "RES", results.length);
  partner.answer = GOOD_ANSWER;
  const asked = await testBed.askAll(partner, "RES", results.length);
  for (const [n, entry] of results.entries()) {
    const charge = asked[n]!;
    const { body } = partner.commands.find(
      (command) => command.body["authorization_reference"] === charge.reference,
    )!;
    const path = new URL(String(body["response_url"])).pathname.replace(
      /^\/ocpi\/emsp\/[\d.]+/,
      "",
    );
    const answer = await partner.call("POST", path, changed({ result: "ACCEPTED" }, entry.odd));
    if (answer.status >= 500 || answer.code === 3000) wrongs.say(entry.name, `${answer.code}`);
    await testBed.world.drain();
    await look(partner, charge, wrongs, entry);
  }
  await testBed.world.pass(BOUND_S, 60);
  expect(wrongs.lines).toEqual([]);
});

async function look(
  partner: Partner,
  charge: Asked,
  wrongs: Wrongs,
  { name, is, told }: OddAnswer,
) {
  for (const path of untold(await testBed.noted(partner), "commands", told))
    wrongs.say(name, `no finding for ${path}`);
  const { status, step, failure } = await testBed.show(charge);
  const isRight =
    is === "REFUSED"
      ? status === "FAILED" && failure?.not_charged === true
      : status === "PENDING" && (is === "ASKED") === (step === "UNKNOWN");
  if (!isRight) wrongs.say(name, `it is ${status}, ${step}`);
}

test("an unusual list is read or refused, and closes no location by itself", async () => {
  const wrongs = wrongsOf("LIST");
  // Each by a separate operator.
  for (const [n, { name, answer, shown }] of lists.entries()) {
    const partner = await testBed.operator(`L${String(n).padStart(2, "0")}`);
    const good: Json[] = ["A", "B"].map((id) => goodLocation(partner.party, id, "EVEN"));
    partner.shelf.locations = good;
    if (shown !== 2) await testBed.pull(partner);
    testBed.world.clock.advance(1_000);
    partner.onAnswer = (path) => (path === "/locations" ? answer(good) : undefined);
    const failed = await testBed.pull(partner);
    if ((failed !== null) !== (shown === null)) wrongs.say(name, failed ?? "the pull went well");
    const { size } = await testBed.shown(partner);
    if (size !== (shown ?? 2)) wrongs.say(name, `${size} shown`);
  }
  expect(wrongs.lines).toEqual([]);
});
