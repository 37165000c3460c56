import { expect, test } from "vitest";
import { createWakeTimer } from "./wake-timer.ts";
import { systemClock } from "../clock.ts";

const soon = (milliseconds: number) => new Date(systemClock.now().getTime() + milliseconds);

test("wakes at an instant, not before", async () => {
  const instant = soon(60);
  await new Promise<void>((resolve) => createWakeTimer(systemClock, resolve).at(instant));
  const late = systemClock.now().getTime() - instant.getTime();
  expect(late).toBeGreaterThanOrEqual(-1);
  expect(late).toBeLessThan(1_000);
});

test("wakes once for instants close together, and not for past or distant ones", async () => {
  const slot = Math.ceil(soon(80).getTime() / 20) * 20;
  let rings = 0;
  let last = () => {};
  const alarm = createWakeTimer(systemClock, () => {
    rings++;
    last();
  });
  alarm.at(soon(-1_000));
  alarm.at(soon(2 * 3_600_000));
  for (let i = 0; i < 5; i++) alarm.at(new Date(slot - i));
  await new Promise<void>((resolve) => {
    last = resolve;
  });
  alarm.at(soon(30));
  alarm.stop();
  await new Promise<void>((resolve) => createWakeTimer(systemClock, resolve).at(soon(60)));
  expect(rings).toBe(1);
});
