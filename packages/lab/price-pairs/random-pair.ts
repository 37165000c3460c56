import type { Pair } from "./pair.ts";
import { randomOf } from "@voltmarg/testkit/random";
import { randomSession } from "./random-session.ts";
import { randomTariff } from "./random-tariff.ts";

/** A tariff and a session of it; the same seed makes the same pair. */
export function randomPair(seed: number): Pair {
  const random = randomOf(seed);
  const session = randomSession(random);
  return { seed, tariff: randomTariff(random, session), ...session };
}
