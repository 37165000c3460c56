import { randomOf, type Random } from "@voltmarg/testkit/random";

/** Which answer of the push service is dropped: Retry-After, that a browser is gone, or that it accepted the push. */
export type Broken = "early" | "gone" | "twice";

/** What the push service sees of a request. */
type Seen = {
  device: string;
  at: number;
  topic: string | undefined;
  payload: unknown;
  faults: string[];
};
type Answer = { status: number; headers?: Record<string, string> };

type Browser = {
  /** When it was removed. */
  goneAt: number | null;
  /** Until when, and since when, the push service asked for no requests for it. */
  quietFrom: number;
  quietUntil: number;
};
/** One notification for one browser. */
type Delivery = { tries: number; taken: number; notBefore: number; tags: Set<string> };

export type Verdict = {
  tried: number;
  lost: number;
  doubled: number;
  early: number;
  deadLeft: number;
};

const LEAST_PAUSE_MS = 1_000;

/**
 * A push service that accepts, refuses, forgets, is busy and fails at random, and checks each request against its
 * earlier answers. The answer to the n-th try of a notification for a browser depends on the seed alone.
 */
export function createVerifier({ seed, broken }: { seed: number; broken: Broken | null }) {
  const browsers = new Map<string, Browser & { index: number }>();
  const deliveries = new Map<string, Delivery>();
  const indexOf = new Map<string, number>();
  /** Which notifications each browser must be shown, by the topic of their first push. */
  const owed: { device: string; id: string }[] = [];
  const topics = new Map<string, string>();
  let tried = 0;
  let early = 0;
  let afterGone = 0;
  const faults: string[] = [];

  const deliveryOf = (device: string, topic: string): Delivery => {
    const key = `${device} ${topic}`;
    const known = deliveries.get(key);
    if (known) return known;
    const made = { tries: 0, taken: 0, notBefore: 0, tags: new Set<string>() };
    deliveries.set(key, made);
    return made;
  };

  function answer({ device, at, topic = "", payload, faults: found }: Seen): Answer {
    tried++;
    faults.push(...found);
    const browser = browsers.get(device)!;
    if (browser.goneAt !== null) {
      // A request sent at the same instant could not know the answer yet.
      if (at > browser.goneAt) afterGone++;
      return { status: broken === "gone" ? 503 : 410 };
    }
    const delivery = deliveryOf(device, topic);
    const toldToWait = at > browser.quietFrom && at < browser.quietUntil;
    if (toldToWait || at < delivery.notBefore) early++;
    const id = (payload as { id?: string } | null)?.id;
    if (id !== undefined) {
      delivery.tags.add(id);
      topics.set(id, topic);
    }
    const event = indexOf.get(id ?? [...delivery.tags][0] ?? "") ?? 0;
    const dice = randomOf(((seed * 1009 + browser.index) * 9973 + event) * 97 + delivery.tries++);
    const roll = dice.fraction();
    if (roll < 0.006) {
      browser.goneAt = at;
      return { status: broken === "gone" ? 503 : dice.pick([404, 410]) };
    }
    if (roll < 0.04 && payload !== null) return { status: 413 };
    if (roll < 0.09) return busy(429, browser, at, dice);
    if (roll < 0.16) {
      const status = dice.pick([500, 502, 503]);
      if (dice.chance(0.5)) return busy(status, browser, at, dice);
      delivery.notBefore = at + LEAST_PAUSE_MS;
      return { status };
    }
    delivery.taken++;
    return { status: broken === "twice" && dice.chance(0.2) ? 500 : 201 };
  }

  /** Retry-After, in seconds or as a date. */
  function busy(status: number, browser: Browser, at: number, dice: Random): Answer {
    const seconds = dice.int(2, 300);
    const until = at + seconds * 1000;
    if (until > browser.quietUntil) Object.assign(browser, { quietFrom: at, quietUntil: until });
    if (broken === "early") return { status };
    const text = dice.chance(0.5) ? String(seconds) : new Date(until).toUTCString();
    return { status, headers: { "retry-after": text } };
  }

  return {
    answer,
    adds: (device: string) =>
      browsers.set(device, { index: browsers.size, goneAt: null, quietFrom: 0, quietUntil: 0 }),
    isThere: (device: string) => browsers.get(device)!.goneAt === null,
    /** A driver with these browsers is notified. */
    owes: (id: string, devices: readonly string[]) => {
      indexOf.set(id, indexOf.size);
      owed.push(...devices.map((device) => ({ device, id })));
    },
    faults,
    /** `kept`: browsers that are still registered. A removed browser must be shown nothing. */
    verdict: (kept: ReadonlySet<string>): Verdict => {
      const mine = owed.filter(({ device }) => browsers.get(device)!.goneAt === null);
      const of = ({ device, id }: { device: string; id: string }) =>
        deliveries.get(`${device} ${topics.get(id) ?? ""}`);
      const gone = [...browsers].filter(([, { goneAt }]) => goneAt !== null);
      return {
        tried,
        lost: mine.filter((each) => (of(each)?.taken ?? 0) === 0).length,
        doubled: [...deliveries.values()].filter(({ taken, tags }) => taken > 1 || tags.size > 1)
          .length,
        early,
        deadLeft: afterGone + gone.filter(([device]) => kept.has(device)).length,
      };
    },
  };
}
