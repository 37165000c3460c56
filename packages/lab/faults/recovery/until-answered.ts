import { request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

export type Answered = { status: number; retryAfter: string | undefined };

/** Sends a request that needs the database, on a new connection. Null: no answer. */
export const ask = (url: string): Promise<Answered | null> =>
  new Promise((resolve) => {
    const asked = request(
      `${url}/api/user/v1/support-information/findAll`,
      { agent: false },
      (response) => {
        response.resume().on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers["retry-after"],
          });
        });
        response.on("error", () => resolve(null));
      },
    );
    asked.on("error", () => resolve(null));
    asked.end();
  });

const EVERY_MS = 10;
const GIVE_UP_MS = 60_000;

/** Waits until a caller is answered. */
export async function untilAnswered(url: string): Promise<void> {
  const giveUp = Date.now() + GIVE_UP_MS;
  while ((await ask(url))?.status !== 200) {
    if (Date.now() > giveUp) throw new Error("the service did not come back within a minute");
    await wait(EVERY_MS);
  }
}
