import { expect, test } from "vitest";
import { pushHostile } from "./roaming/push-hostile.ts";

test("hostile pushes cause no error and change no other party's locations", async () => {
  const lines: string[] = [];
  const end = await pushHostile({ pushes: 1500, seed: 4711, atOnce: 8 }, (line) =>
    lines.push(line),
  );
  expect(end, lines.join("\n")).toMatchObject({
    http5xx: 0,
    broken: 0,
    refusedThoughValid: 0,
    crossParty: 0,
    crashes: 0,
  });
});
