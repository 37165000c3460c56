import type { Harness } from "@voltmarg/testkit/test-bed";
import { randomOf } from "@voltmarg/testkit/random";

export type GuessOptions = { guesses: number; http: number; seed: number; broken: boolean };

/** Guesses per number and day, as NIST 800-63B-4 §3.1.3 and the settings allow; here every address is a new one. */
const TRIES_PER_CODE = 5;
const WRONG_A_DAY = 30;
const SENDS_AN_HOUR = 10;
const SENDS_A_DAY = 20;
const SENDS_AN_HOUR_AND_ADDRESS = 10;

const GUESSES_PER_NUMBER = 500;
const ROUND_S = 15 * 60;
const GUESSES_A_ROUND = 6;
const ADDRESSES = 5_000;

/**
 * An attacker with many numbers and many addresses requests codes and guesses them, on the service's fake clock:
 * `http` guesses go through sockets, the rest in-process through the same routes.
 */
export async function guessCodes(world: Harness, options: GuessOptions) {
  const dice = randomOf(options.seed);
  const numbers = Array.from(
    { length: Math.max(4, Math.ceil(options.guesses / GUESSES_PER_NUMBER)) },
    (_, n) => String(9_100_000_000 + n),
  );
  await withAccounts(world, numbers);
  const count = { guesses: 0, sent: 0, evaluated: 0, right: 0, refused: 0, broke: 0 };
  const say = (code: string | undefined, status: number) => {
    if (status >= 500 && code !== "SMS_BUDGET_SPENT") count.broke++;
    else if (status === 200 || code === "SIGN_UP_NEEDED") count.right++;
    if (status === 200 || code === "SIGN_UP_NEEDED" || code === "OTP_WRONG") count.evaluated++;
    else count.refused++;
  };
  const address = () => {
    const n = dice.int(0, ADDRESSES - 1);
    return `198.51.${n >> 8}.${n & 255}`;
  };
  const ask = async (method: "GET" | "POST", path: string, body?: object) => {
    const headers = {
      "x-forwarded-for": address(),
      ...(body ? { "content-type": "application/json" } : {}),
    };
    const payload = body ? JSON.stringify(body) : undefined;
    if (count.guesses < options.http) {
      const response = await fetch(`${world.url}${path}`, {
        method,
        headers,
        ...(payload && { body: payload }),
      });
      return { status: response.status, body: (await response.json()) as { code?: string } };
    }
    const answer = await world.service.http.inject({
      method,
      url: path,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json<{ code?: string }>() };
  };

  while (count.guesses < options.guesses) {
    for (const mobile of numbers) {
      const path = `/api/user/v1/otp/DRIVER/${mobile}`;
      const sent = await ask("GET", `${path}/send?otpType=LG`);
      if (sent.status === 200) count.sent++;
      const guesses = Array.from({ length: GUESSES_A_ROUND }, () =>
        ask("POST", `${path}/verify`, {
          mobile,
          otp: String(dice.int(0, 999_999)).padStart(6, "0"),
          userType: "DRIVER",
          type: "LG",
        }),
      );
      for (const { status, body } of await Promise.all(guesses)) say(body.code, status);
      count.guesses += GUESSES_A_ROUND;
      if (count.guesses >= options.guesses) break;
    }
    world.clock.advance(ROUND_S * 1000);
    if (options.broken) {
      await world.database.pool.query("delete from otp_failure");
      await world.database.pool.query("update otp_challenge set tries = 0, used_at = null");
    }
  }
  const most = await mostSent(world);
  // This many right guesses are chance: more occur once in a million runs.
  const expected = count.evaluated * 1e-6;
  const lucky = Math.ceil(expected + 5 * Math.sqrt(expected) + 1);
  const days = Math.ceil((GUESSES_PER_NUMBER / GUESSES_A_ROUND / 86_400) * ROUND_S) + 1;
  const ok =
    count.broke === 0 &&
    count.evaluated <= TRIES_PER_CODE * count.sent &&
    count.evaluated <= WRONG_A_DAY * days * numbers.length + count.right &&
    count.right <= lucky &&
    most.hour <= SENDS_AN_HOUR &&
    most.day <= SENDS_A_DAY &&
    most.address <= SENDS_AN_HOUR_AND_ADDRESS;
  return { ok, ...count, numbers: numbers.length, lucky, most };
}

async function withAccounts({ database }: Harness, numbers: readonly string[]): Promise<void> {
  await database.pool.query(
    `insert into app_user (id, mobile, customer_type, created_at)
     select 'usr_' || m, '+91' || m, 'PERSONAL', now() from unnest($1::text[]) m
     on conflict do nothing`,
    [numbers],
  );
}

/** The most codes sent to any number within an hour and a day, and requested from any address within an hour. */
async function mostSent({ database }: Harness) {
  const { rows } = await database.pool.query<{ hour: number; day: number; address: number }>(
    `select
       (select coalesce(max(n), 0)::int from (select count(*) over (partition by mobile order by created_at
          range between interval '3599 seconds' preceding and current row) n from otp_challenge) x) as hour,
       (select coalesce(max(n), 0)::int from (select count(*) over (partition by mobile order by created_at
          range between interval '86399 seconds' preceding and current row) n from otp_challenge) x) as day,
       (select coalesce(max(n), 0)::int from (select count(*) over (partition by address order by created_at
          range between interval '3599 seconds' preceding and current row) n from otp_challenge) x) as address`,
  );
  return rows[0]!;
}

/**
 * Whether a registered and an unregistered number can be told apart by a body, or by the median of `n` response
 * times, ms.
 */
export async function tellApart(world: Harness, n: number, broken: boolean) {
  const numbers = (from: number) => Array.from({ length: n }, (_, i) => String(from + i));
  const known = numbers(9_200_000_000);
  const unknown = numbers(9_300_000_000);
  await withAccounts(world, known);
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  const ask = async (mobile: string, i: number) => {
    const started = performance.now();
    const response = await fetch(`${world.url}/api/user/v1/otp/DRIVER/${mobile}/send?otpType=LG`, {
      headers: { "x-forwarded-for": `203.0.${i >> 8}.${i & 255}` },
    });
    const body = await response.text();
    // The negative control: an account lookup that takes measurable time.
    if (broken && known.includes(mobile)) await new Promise((done) => setTimeout(done, 12));
    bodies.add(`${response.status} ${body}`);
    return performance.now() - started;
  };
  for (let i = 0; i < n; i++) {
    // The order of the two must not matter.
    const [first, second] =
      i % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    const of = { known, unknown };
    times[first].push(await ask(of[first][i]!, i));
    times[second].push(await ask(of[second][i]!, i));
  }
  // Pair by pair, so that a slow phase of the machine affects both.
  const gaps = times.known.map((ms, i) => ms - times.unknown[i]!).toSorted((a, b) => a - b);
  const apart = Math.abs(gaps[Math.floor(n / 2)] ?? Infinity);
  return { ok: bodies.size === 1 && apart < 5, apart, bodies: bodies.size };
}
