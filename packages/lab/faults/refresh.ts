import { parseArgs } from "node:util";
import { addressOf } from "@voltmarg/client";
import { accounts } from "@voltmarg/contract";
import type { Driver, Harness } from "@voltmarg/testkit/test-bed";
import { wholeNumber } from "../whole-number.ts";

const GRACE_MS = 10_000;

/**
 * `npm run faults -- refresh --families 50 --parallel 100`: each family's token is used in parallel by an honest
 * client that lost its answers, then again by a thief after the grace period of ten seconds. With `--broken` the
 * service forgets that a token was used, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      families: { type: "string", default: "50" },
      parallel: { type: "string", default: "100" },
      broken: { type: "boolean", default: false },
    },
  });
  const { startHarness, stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const world = await startHarness({ locations: 0, operators: false });
  try {
    const end = await tryRefreshes(world, {
      families: wholeNumber("--families", values.families),
      parallel: wholeNumber("--parallel", values.parallel),
      broken: values.broken,
    });
    console.log(
      `refresh families=${end.families} parallel=${end.parallel} successors_most=${end.successors} refused=${end.refused} honest_out=${end.honestOut} reuse_revoked=${end.revoked} others_out=${end.othersOut}`,
    );
    return end.ok;
  } finally {
    await world.stop();
    await stopDatabases();
  }
}

async function tryRefreshes(
  world: Harness,
  { families, parallel, broken }: { families: number; parallel: number; broken: boolean },
) {
  const seen = { successors: 0, refused: 0, honestOut: 0, revoked: 0, othersOut: 0 };
  const refresh = async (token: string) => {
    const query = { grant_type: "refresh_token", refresh_token: token };
    const path = addressOf(accounts.refreshToken.path, { query });
    const response = await fetch(`${world.url}${path}`, { method: "POST" });
    return response.ok
      ? ((await response.json()) as { access_token: string; refresh_token: string })
      : null;
  };
  const isIn = async ({ id }: Driver, token: string) =>
    (
      await fetch(`${world.url}${addressOf(accounts.getUser.path, { params: { id } })}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).ok;

  const bystander = await world.signUp();
  for (let n = 0; n < families; n++) {
    const driver = await world.signUp();
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => refresh(driver.refresh)),
    );
    const given = answers.filter((answer) => answer !== null);
    seen.refused += parallel - given.length;
    const successors = new Set(given.map(({ refresh_token }) => refresh_token));
    seen.successors = Math.max(seen.successors, successors.size);
    // The honest client continues with its newest token, for as long as it likes.
    let newest = given[0]!;
    for (let more = 0; more < 3; more++) {
      world.clock.advance(GRACE_MS + 1_000);
      const next = await refresh(newest.refresh_token);
      if (!next) break;
      newest = next;
    }
    if (!(await isIn(driver, newest.access_token))) seen.honestOut++;
    if (broken)
      await world.database.pool.query(
        "update refresh_token set used_at = null where user_id = $1",
        [driver.id],
      );
    const stolen = await refresh(driver.refresh);
    if (!stolen && !(await isIn(driver, newest.access_token))) seen.revoked++;
    if (!(await isIn(bystander, bystander.token)) && n === 0) seen.othersOut++;
  }
  const { successors, refused, honestOut, revoked, othersOut } = seen;
  const ok =
    successors === 1 &&
    refused + honestOut + othersOut === 0 &&
    revoked === families &&
    families > 0;
  return { ok, families, parallel, ...seen };
}
