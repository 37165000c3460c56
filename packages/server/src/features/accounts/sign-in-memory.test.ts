import { expect, test } from "vitest";
import { createLocalBus } from "@voltmarg/testkit/local-bus";
import { fakeClock } from "@voltmarg/testkit/fake-clock";
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

/** A memory that says how often it asked the database. */
function counting() {
  const bus = createLocalBus();
  const clock = fakeClock(new Date("2026-11-20T06:30:00Z"));
  const asked: string[] = [];
  const state = { signedIn: true };
  const memory = createSignInMemory({
    holds: async ({ sid }) => {
      asked.push(sid);
      return state.signedIn;
    },
    clock,
    bus,
  });
  const ask = (sid: string, userId = "usr_1") => memory.holds({ userId, sid });
  return { bus, clock, asked, state, memory, ask };
}

test("[A-4] a sign-in is believed for five seconds, to the millisecond, and then asked for again", async () => {
  const { clock, asked, state, ask } = counting();
  expect(await ask("one")).toBe(true);
  clock.advance(4_999);
  state.signedIn = false;
  expect([await ask("one"), asked.length]).toEqual([true, 1]);
  clock.advance(1);
  expect([await ask("one"), asked.length]).toEqual([false, 2]);
  state.signedIn = true;
  expect([await ask("one"), asked.length]).toEqual([true, 3]);
  // A clock that was set back makes no sign-in last.
  clock.advance(-4_999);
  expect([await ask("one"), asked.length]).toEqual([true, 3]);
  clock.advance(-1);
  expect([await ask("one"), asked.length]).toEqual([true, 4]);
});

test("[A-4] each sign-in of a driver is asked for by itself, and what does not hold is never believed", async () => {
  const { asked, state, ask } = counting();
  await ask("one");
  await ask("two");
  await ask("one");
  await ask("two");
  expect(asked).toEqual(["one", "two"]);
  state.signedIn = false;
  expect([await ask("three"), await ask("three")]).toEqual([false, false]);
  expect(asked.slice(2)).toEqual(["three", "three"]);
});

test("[A-4] the sign-out of one driver, or of many at once, leaves the others believed", async () => {
  const { asked, memory, ask } = counting();
  await ask("one");
  await ask("one", "usr_2");
  memory.ended("usr_1");
  await ask("one", "usr_2");
  expect(asked).toHaveLength(2);
  await ask("one");
  expect(asked).toHaveLength(3);
});

test("[A-4] where signals may have been missed, all are asked for again, also what is being asked", async () => {
  const gap = Promise.withResolvers<() => void>();
  const bus = {
    ...createLocalBus(),
    onGap: (listener: () => void) => {
      gap.resolve(listener);
      return () => {};
    },
  };
  let signedIn = true;
  const asked = [Promise.withResolvers<void>()];
  let calls = 0;
  const memory = createSignInMemory({
    holds: async () => {
      const then = signedIn;
      await asked[calls++]?.promise;
      return then;
    },
    clock: fakeClock(new Date("2026-11-20T06:30:00Z")),
    bus,
  });
  const missed = await gap.promise;
  const caller = { userId: "usr_1", sid: "one" };
  const first = memory.holds(caller);
  signedIn = false;
  missed();
  asked[0]!.resolve();
  expect(await first).toBe(false);
  signedIn = true;
  expect([await memory.holds(caller), await memory.holds(caller), calls]).toEqual([true, true, 3]);
  signedIn = false;
  missed();
  expect(await memory.holds(caller)).toBe(false);
});
