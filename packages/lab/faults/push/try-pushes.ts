import {
  createNotices,
  startHarness,
  startPushService,
  type Harness,
} from "@voltmarg/testkit/test-bed";
import { newWebPushKeys } from "@voltmarg/server/config";
import { notifications } from "@voltmarg/contract";
import { randomOf } from "@voltmarg/testkit/random";
import { createVerifier, type Broken, type Verdict } from "./verify.ts";

export type PushOptions = { pushes: number; seed: number; broken: Broken | null };

const BROWSERS_EACH = 4;
const EVENTS_EACH = 25;
const AT_ONCE = 25;
/** Longer than the lifetime of any push. */
const LAST_MS = 25 * 3_600_000;
/** Long enough to detect a broken service. */
const SOON_MS = 600_000;

type Told = { id: string; browsers: string[] };

/**
 * The composed service notifies drivers until about `pushes` requests were sent for their browsers; afterwards every
 * browser that is still registered has been shown each notification exactly once.
 */
export async function tryPushes(
  options: PushOptions,
  say: (line: string) => void,
): Promise<Verdict & { ok: boolean }> {
  const started = performance.now();
  const dice = randomOf(options.seed);
  const keys = newWebPushKeys();
  const verifier = createVerifier(options);
  let now = () => 0;
  const service = await startPushService({ now: () => now(), senderKey: keys.publicKey });
  service.answerBy(verifier.answer);
  const world = await startHarness({
    locations: 0,
    operators: false,
    env: {
      WEB_PUSH_PUBLIC_KEY: keys.publicKey,
      WEB_PUSH_PRIVATE_KEY: keys.privateKey,
      WEB_PUSH_SUBJECT: "mailto:push@voltmarg.example",
    },
  });
  now = () => world.clock.now().getTime();
  try {
    const count = Math.max(4, Math.ceil(options.pushes / BROWSERS_EACH / EVENTS_EACH));
    const team: Told[] = [];
    for (let n = 0; n < count; n++)
      team.push(await withBrowsers(world, service.subscribe, verifier.adds));
    const notices = createNotices({
      database: world.database,
      clock: world.clock,
      outbox: world.service.outbox,
    });
    let told = 0;
    for (let handed = 0; handed < options.pushes;) {
      const some = Array.from({ length: AT_ONCE }, () => dice.pick(team));
      for (const { id: userId, browsers } of some) {
        const there = browsers.filter(verifier.isThere);
        const key = `told-${++told}`;
        await world.database.transact((tx) =>
          notices.notify(tx, {
            userId,
            // The lifetime of an urgent push is shorter than repeated Retry-After delays may add up to.
            said: { of: dice.pick(["BILL_READY", "CHARGE_STARTED", "LIMIT_NEAR"]), place: "Hub" },
            key,
            subject: { type: "BILL", id: key },
          }),
        );
        verifier.owes(await idOf(world, userId, key), there);
        handed += there.length;
      }
      await world.drain();
      await world.pass(dice.int(1, 30), 6);
      if (told % 1000 === 0) say(`  ${told} notified, ${service.pushed.length} tries`);
      if (!team.some(({ browsers }) => browsers.some(verifier.isThere))) break;
    }
    await untilNothingIsDue(world, options.broken ? SOON_MS : LAST_MS);
    const verdict = verifier.verdict(await registered(world));
    for (const fault of new Set(verifier.faults)) say(`  breaks a standard: ${fault}`);
    const { tried, lost, doubled, early, deadLeft } = verdict;
    const seconds = Math.round((performance.now() - started) / 1000);
    const faults = verifier.faults.length;
    say(
      `push tried=${tried} lost=${lost} doubled=${doubled} early=${early} dead_left=${deadLeft} faults=${faults} took=${seconds}s`,
    );
    const ok = lost + doubled + early + deadLeft + faults === 0 && tried >= options.pushes;
    return { ...verdict, ok };
  } finally {
    await world.stop();
    await service.close();
  }
}

async function withBrowsers(
  world: Harness,
  subscribe: () => { device: string; token: string },
  add: (device: string) => void,
): Promise<Told> {
  const { id, token } = await world.signUp();
  const browsers: string[] = [];
  for (let n = 0; n < BROWSERS_EACH; n++) {
    const browser = subscribe();
    add(browser.device);
    browsers.push(browser.device);
    const body = { device_token: browser.token };
    await world.call(notifications.registerPushyDevice, { params: { id }, body, token });
  }
  return { id, browsers };
}

async function idOf({ database }: Harness, userId: string, key: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from notification where user_id = $1 and key = $2",
    [userId, key],
  );
  return rows[0]!.id;
}

async function registered({ database }: Harness): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ token: string }>("select token from device_token");
  return new Set(
    rows.map(({ token }) => {
      const { endpoint } = JSON.parse(token) as { endpoint: string };
      return endpoint.slice(endpoint.lastIndexOf("/") + 1);
    }),
  );
}

/** Advances from one due push to the next, until there is none. */
async function untilNothingIsDue(world: Harness, mostMs: number): Promise<void> {
  const end = world.clock.now().getTime() + mostMs;
  while (world.clock.now().getTime() < end) {
    const { rows } = await world.database.pool.query<{ next: Date | null }>(
      "select min(due_at) as next from outbox where queue = 'push' and done_at is null",
    );
    const next = rows[0]?.next;
    if (!next) return;
    if (next > world.clock.now()) world.clock.set(next);
    await world.drain();
  }
}
