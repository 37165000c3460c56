import { accounts } from "@voltmarg/contract";
import { openDatabase } from "@voltmarg/testkit/ledger";
import { setTimeout as wait } from "node:timers/promises";
import { callRoute } from "@voltmarg/client/node";
import { longestGap } from "./settings.ts";

export type Probe = {
  /** Ends it: the longest time without a confirmed change in seconds, and how many confirmed changes were gone. */
  stop(): Promise<{ away: number; lost: number }>;
};

const EVERY_MS = 100;

/** A driver who changes the account's name again and again, and then looks whether the database still has it. */
export function startProbe(
  url: string,
  databaseUrl: string,
  driver: { token: string; userId: string },
): Probe {
  const database = openDatabase(databaseUrl, () => {}, 1);
  const confirmed = [performance.now()];
  const state = { over: false };
  let last = 0;
  let lost = 0;
  const change = (n: number) =>
    callRoute(url, accounts.updateUser, {
      token: driver.token,
      params: { id: driver.userId },
      body: { name: `Asha ${n}` },
    });
  const look = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "select name from app_user where id = $1",
      [driver.userId],
    );
    const found = Number(/^Asha (\d+)$/.exec(rows[0]?.name ?? "")?.[1] ?? 0);
    if (found < last) lost += last - found;
    last = found;
  };
  const ask = async () => {
    for (let n = 1; !state.over; n += 1) {
      if ((await succeeds(look())) && (await succeeds(change(n)))) {
        confirmed.push(performance.now());
        last = n;
      }
      await wait(EVERY_MS);
    }
  };
  const asking = ask();
  return {
    stop: async () => {
      state.over = true;
      await asking;
      confirmed.push(performance.now());
      await look();
      await database.close();
      return { away: longestGap(confirmed), lost };
    },
  };
}

/** Waits however long it takes: a change that was given up could come true after the next. */
const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
