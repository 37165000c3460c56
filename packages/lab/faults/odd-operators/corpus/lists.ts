import type { Json, OddList } from "./case.ts";

const TIME = "2026-11-20T06:30:00Z";
const said = (answer: Json) => JSON.stringify(answer);

/** A pull of locations that returns two good ones, and how the operator answers it. */
export const lists: readonly OddList[] = [
  {
    name: "no timestamp",
    why: "It seems needless beside the header of HTTP.",
    answer: (good) => ({ body: said({ data: good, status_code: 1000 }) }),
    expect: { shown: 2 },
  },
  {
    name: "status code as text",
    why: "Codes are kept as text.",
    answer: (good) => ({ body: said({ data: good, status_code: "1000", timestamp: TIME }) }),
    expect: { shown: 2 },
  },
  {
    name: "status code of HTTP",
    why: "200 is what the framework puts there.",
    answer: (good) => ({ body: said({ data: good, status_code: 200, timestamp: TIME }) }),
    expect: { shown: null },
  },
  {
    name: "a list without its envelope",
    why: "The gateway strips what it takes for its own.",
    answer: (good) => ({ body: JSON.stringify(good) }),
    expect: { shown: null },
  },
  {
    name: "data of null",
    why: "Nothing was found, and a list seems too much for it.",
    answer: () => ({ body: said({ data: null, status_code: 1000, timestamp: TIME }) }),
    expect: { shown: 0 },
  },
  {
    name: "data of one object",
    why: "A converter from XML makes a list of one into the one.",
    answer: ([first]) => ({ body: said({ data: first, status_code: 1000, timestamp: TIME }) }),
    expect: { shown: null },
  },
  {
    name: "a page of HTML",
    why: "The login page of a gateway answers with 200.",
    answer: () => ({
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Sign in</title>",
    }),
    expect: { shown: null },
  },
  {
    name: "a byte order mark",
    why: "The answer is a file that an editor saved.",
    answer: (good) => ({
      body: `\uFEFF${said({ data: good, status_code: 1000, timestamp: TIME })}`,
    }),
    expect: { shown: 2 },
  },
  {
    name: "HTTP 201 for a list",
    why: "The framework's default of that route is another.",
    answer: (good) => ({
      status: 201,
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    expect: { shown: 2 },
  },
  {
    name: "holes in the list",
    why: "Objects of other parties were blanked out.",
    answer: (good) => ({
      body: said({ data: [null, good[0], 7, good[1], "x"], status_code: 1000, timestamp: TIME }),
    }),
    expect: { shown: 2 },
  },
  {
    name: "the same twice",
    why: "Pages overlap while the list changes.",
    answer: (good) => ({
      body: said({ data: [...good, ...good], status_code: 1000, timestamp: TIME }),
    }),
    expect: { shown: 2 },
  },
  {
    name: "a total that is no number",
    why: "The count was switched off for speed.",
    answer: (good) => ({
      headers: { "x-total-count": "unknown", "x-limit": "" },
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    expect: { shown: 2 },
  },
  {
    name: "a link to the first page only",
    why: "The gateway's own paging is added to that of OCPI.",
    answer: (good) => ({
      headers: { link: '<https://charge.example/?page=1>; rel="first"' },
      body: said({ data: good, status_code: 1000, timestamp: TIME }),
    }),
    expect: { shown: 2 },
  },
  {
    name: "an error with HTTP 200",
    why: "OCPI wants it so, and the message is a stack of the framework.",
    answer: () => ({
      body: said({ status_code: 3000, status_message: "NullPointerException", timestamp: TIME }),
    }),
    expect: { shown: null },
  },
];
