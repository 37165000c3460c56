import { expect, test } from "vitest";
import { createLocalBus } from "../../platform/bus/bus.ts";
import { fakeClock } from "../../platform/clock.ts";
import { createSignInMemory } from "./sign-in-memory.ts";

test("[A-4] a sign-in that ends during its look-up is not cached as valid", async () => {
  const caller = { userId: "usr_1", sid: "one" };
  let signedIn = true;
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const memory = createSignInMemory({
    holds: async () => {
      const then = signedIn;
      await asked[calls++]?.promise;
      return then;
    },
    clock: fakeClock(new Date("2026-11-20T06:30:00Z")),
    bus: createLocalBus(),
  });
  const first = memory.holds(caller);
  signedIn = false;
  memory.ended(caller.userId);
  for (const { resolve } of asked) resolve();
  expect([await first, await memory.holds(caller)]).toEqual([false, false]);
});

test("[A-4] a sign-out removes the sign-in from the cache of every replica", async () => {
  const bus = createLocalBus();
  const clock = fakeClock(new Date("2026-11-20T06:30:00Z"));
  let signedIn = true;
  const replica = () => createSignInMemory({ holds: async () => signedIn, clock, bus });
  const [here, there] = [replica(), replica()];
  const caller = { userId: "usr_1", sid: "one" };
  expect(await there.holds(caller)).toBe(true);
  const heard: string[] = [];
  there.onEnded((userId) => heard.push(userId));
  signedIn = false;
  here.ended("usr_1");
  expect([heard, await there.holds(caller)]).toEqual([["usr_1"], false]);
});
