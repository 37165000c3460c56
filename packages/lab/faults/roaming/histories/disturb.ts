import { randomOf } from "@voltmarg/testkit/random";
import type { Message } from "./messages.ts";

/** The order of arrival: for each run of the service's jobs, the messages delivered before it. */
export type Arrivals = readonly (readonly Message[])[];

/** Every message once, in order. */
export function inOrder(messages: readonly Message[], looks: readonly number[]): Arrivals {
  return looks.map((look, index) =>
    messages.filter(({ second }) => second <= look && second > (looks[index - 1] ?? -1)),
  );
}

/** The effect of a bad network: messages lost, duplicated, late, reordered, or repeated from some point on. */
export function disturbed(
  seed: number,
  messages: readonly Message[],
  looks: readonly number[],
): Arrivals {
  const random = randomOf(seed + 0x5eed);
  const lost = random.pick([0, 0, 0.15, 0.4, 1]);
  const doubled = random.pick([0, 0.2, 0.5]);
  const order = random.pick(["SHUFFLED", "SHUFFLED", "LATE", "REVERSED", "AGAIN"] as const);
  const copies = messages.flatMap((message) => {
    if (random.chance(lost)) return [];
    return Array.from({ length: random.chance(doubled) ? random.int(2, 3) : 1 }, () => message);
  });
  const late = (most: number) =>
    copies
      .map((message) => ({ message, arrives: message.second + random.int(0, most) }))
      .toSorted((a, b) => a.arrives - b.arrives);
  const last = looks.at(-1)!;
  const placed = {
    SHUFFLED: () => random.shuffle(copies).map((message) => ({ message, arrives: last })),
    REVERSED: () => copies.toReversed().map((message) => ({ message, arrives: last })),
    LATE: () => late(180),
    AGAIN: () => [
      ...late(0),
      ...copies.slice(random.int(0, copies.length)).map((message) => ({ message, arrives: last })),
    ],
  }[order]();
  return looks.map((look, index) =>
    placed
      .filter(({ arrives }) => {
        const within = Math.min(arrives, last);
        return within <= look && within > (looks[index - 1] ?? -1);
      })
      .map(({ message }) => message),
  );
}
