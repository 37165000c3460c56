import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test("[N-2] without any setting it is DEV on port 8080, at thirty times real speed", () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    environment: "DEV",
    demoSpeed: 30,
    databaseUrl: undefined,
  });
});

test.for([
  [{ PORT: "eighty" }, 'PORT must be a number, not "eighty".'],
  [{ PORT: "70000" }, 'PORT must be a port number, not "70000".'],
  [{ DEMO_SPEED: "0.5" }, "DEMO_SPEED must be 1 or more."],
  [{ VOLTMARG_ENV: "LIVE" }, "VOLTMARG_ENV must be one of DEV, INT, TEST, PROD."],
  [
    { VOLTMARG_ENV: "PROD", DEMO_SPEED: "30" },
    "DEMO_SPEED must be 1 in PROD: charges there run at the speed of life.",
  ],
] as const)("[N-2] %j is refused in one sentence", ([env, sentence]) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test("[N-2] PROD runs at real speed by default", () => {
  expect(readSettings({ VOLTMARG_ENV: "PROD" }).demoSpeed).toBe(1);
});
