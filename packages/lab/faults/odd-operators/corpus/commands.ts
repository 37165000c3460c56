import { ABSENT, type OddAnswer, type OddResult } from "./case.ts";

/** Answers to START_SESSION; the good one is `{"result": "ACCEPTED", "timeout": 30}`. */
export const answers: readonly OddAnswer[] = [
  {
    name: "rejected without a timeout",
    why: "A refusal needs no time.",
    odd: { result: "REJECTED", timeout: ABSENT },
    expect: { is: "REFUSED" },
  },
  {
    name: "not supported without a timeout",
    why: "What is not offered needs no time.",
    odd: { result: "NOT_SUPPORTED", timeout: ABSENT },
    expect: { is: "REFUSED" },
  },
  {
    name: "accepted without a timeout",
    why: "The operator's charger answers at once.",
    odd: { timeout: ABSENT },
    expect: { is: "WAITS" },
  },
  {
    name: "accepted with a timeout of zero",
    why: "Zero means that it does not know.",
    odd: { timeout: 0 },
    expect: { is: "WAITS" },
  },
  {
    name: "timeout as text",
    why: "A template language writes every value in quotation marks.",
    odd: { timeout: "30" },
    expect: { is: "WAITS" },
  },
  {
    name: "timeout with decimals",
    why: "Milliseconds were divided by a thousand.",
    odd: { timeout: 29.5 },
    expect: { is: "WAITS" },
  },
  {
    name: "timeout in milliseconds",
    why: "The author's other interfaces have it so.",
    odd: { timeout: 30_000 },
    expect: { is: "WAITS" },
  },
  {
    name: "message as one object",
    why: "A list of languages seems too much for one sentence.",
    odd: { result: "REJECTED", message: { language: "en", text: "Not today" } },
    expect: { is: "REFUSED" },
  },
  {
    name: "message as text",
    why: "The charger's own words are passed on.",
    odd: { result: "REJECTED", message: "Not today" },
    expect: { is: "REFUSED" },
  },
  {
    name: "result in mixed case",
    why: "The charging protocol writes Accepted.",
    odd: { result: "Accepted" },
    expect: { is: "WAITS" },
  },
  {
    name: "result of its own",
    why: "A queue has taken the command.",
    odd: { result: "QUEUED" },
    expect: { is: "ASKED" },
  },
  {
    name: "no result",
    why: "HTTP 200 seems to say it.",
    odd: { result: ABSENT, timeout: ABSENT },
    expect: { is: "ASKED", told: ["result"] },
  },
];

/** Command results after an accepted START_SESSION; the good one is `{"result": "ACCEPTED"}`. */
export const results: readonly OddResult[] = [
  {
    name: "failed with a message of null",
    why: "The column is there, and nobody fills it in.",
    odd: { result: "FAILED", message: null },
    expect: { is: "REFUSED" },
  },
  {
    name: "occupied with a message as text",
    why: "The charger's own words are passed on.",
    odd: { result: "EVSE_OCCUPIED", message: "In use" },
    expect: { is: "REFUSED" },
  },
  {
    name: "a timeout of the charger",
    why: "The charger may start all the same.",
    odd: { result: "TIMEOUT" },
    expect: { is: "ASKED" },
  },
  {
    name: "a result of its own",
    why: "The status of the charging protocol is passed on unmapped.",
    odd: { result: "Faulted" },
    expect: { is: "ASKED" },
  },
  {
    name: "an answer's word for a result",
    why: "The same class is used for both.",
    odd: { result: "ACCEPTED", timeout: 30 },
    expect: { is: "WAITS" },
  },
];
