import { stations } from "@voltmarg/contract";
import { openDatabase, sql, type Database } from "@voltmarg/testkit/ledger";
import { callRoute } from "@voltmarg/client/node";
import { addressOf, newDriver } from "@voltmarg/testkit/driver";
import { registerStub, stubLocation } from "@voltmarg/testkit/stub-partner";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { UNLIMITED } from "../operator.ts";
import { pushStatus } from "../push.ts";
import { quantile, resultLine, say } from "../report.ts";

const locations = 300;
const evsesEach = 10;
const atOnce = 48;
const seconds = 15;
/** Milliseconds from sending a status to seeing it in a search. */
const goalP99 = 1000;

/**
 * An operator pushes EVSE statuses as fast as they are accepted, while a driver's search polls some of them: reports
 * the rate per second, the delay until they are visible, and the ratio to the database's own rate for the same rows
 * in batches.
 */
export async function run(): Promise<boolean> {
  const world = await startTemporaryWorld(
    { TRAFFIC: "0", LOCATIONS: "0", LOG_LEVEL: "warn", ...UNLIMITED },
    say,
  );
  const database = openDatabase(world.databaseUrl, () => {}, 4);
  const party = { country_code: "IN", party_id: "STB" };
  // Far enough apart for a search to return one location.
  const places = Array.from({ length: locations }, (_, n) =>
    stubLocation(party, `P${n}`, evsesEach, 10 + n * 0.05),
  );
  const stub = await registerStub(world, party.party_id, places);
  try {
    const { token } = await newDriver(addressOf(world), {});
    const bare = await databaseRate(database);
    const delays: number[] = [];
    let pushed = 0;
    let refused = 0;
    const end = performance.now() + seconds * 1000;
    const hand = async (_: unknown, own: number) => {
      for (let n = own; performance.now() < end; n += atOnce) {
        // The search polls the last location.
        const place = n % (locations - 1);
        const evse = 1 + (Math.floor(n / locations) % evsesEach);
        const taken = await pushStatus(stub, `P${place}-${evse}`, statusOf(n));
        if (taken) pushed++;
        else refused++;
      }
    };
    const look = async () => {
      const uid = `P${locations - 1}-1`;
      for (let n = 0; performance.now() < end; n++) {
        const before = performance.now();
        await pushStatus(stub, uid, statusOf(n));
        while (
          (await seen(world.url, token, uid)) !== statusOf(n) &&
          performance.now() < end + 5000
        );
        delays.push(performance.now() - before);
      }
    };
    await Promise.all([...Array.from({ length: atOnce }, hand), look()]);
    const [p50, p99] = [0.5, 0.99].map((share) => Math.round(quantile(delays, share)));
    const rate = pushed / seconds;
    console.log(
      resultLine("ingest", {
        evses: locations * evsesEach,
        rate: `${Math.round(rate)}/s`,
        refused,
        seen_p50: `${p50}ms`,
        seen_p99: `${p99}ms`,
        looks: delays.length,
        database: `${Math.round(bare)}/s`,
        ratio: (rate / bare).toFixed(3),
      }),
    );
    return refused === 0 && p99! <= goalP99;
  } finally {
    await stub.close();
    await database.close();
    await world.stop();
  }
}

const statusOf = (n: number) => (n % 2 === 0 ? "CHARGING" : "AVAILABLE");

/** The same rows written directly to the database, in batches as the service writes them, one after another. */
async function databaseRate({ db }: Database): Promise<number> {
  const { rows: known } = await sql<{ location_id: string; uid: string }>`
    select location_id, uid from evse order by random()`.execute(db);
  const batch = 250;
  let written = 0;
  const began = performance.now();
  for (let n = 0; performance.now() - began < 5000; n++) {
    const from = (n * batch) % known.length;
    const some = known.slice(from, from + batch);
    await sql`update evse e set status = n.status, body = e.body || n.body::jsonb, version = nextval('location_version')
      from unnest(${some.map((each) => each.location_id)}::text[], ${some.map((each) => each.uid)}::text[],
        ${some.map(() => statusOf(n))}::text[], ${some.map(() => JSON.stringify({ status: statusOf(n) }))}::text[])
        as n (location_id, uid, status, body)
      where e.location_id = n.location_id and e.uid = n.uid`.execute(db);
    written += some.length;
  }
  return written / ((performance.now() - began) / 1000);
}

async function seen(url: string, token: string, uid: string): Promise<string | undefined> {
  const { content } = await callRoute(url, stations.searchLocations, {
    token,
    query: { latitude: 10 + (locations - 1) * 0.05, longitude: 73.85, distance: 1, page_size: 5 },
  });
  return content.flatMap(({ evses }) => evses).find((evse) => evse.uid === uid)?.status;
}
