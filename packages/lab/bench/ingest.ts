import { Agent, request } from "node:http";
import { stations } from "@voltmarg/contract";
import { openDatabase, sql, type Database } from "@voltmarg/testkit/ledger";
import { callRoute } from "@voltmarg/client/node";
import { addressOf, newDriver } from "@voltmarg/testkit/driver";
import { registerStub, stubLocation, type StubPartner } from "@voltmarg/testkit/stub-partner";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";

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
    {
      TRAFFIC: "0",
      LOCATIONS: "0",
      LOG_LEVEL: "warn",
      PARTNER_CALLS_PER_SECOND: "1000000",
      PARTNER_CALLS_IN_RESERVE: "1000000",
      PARTNER_CALLS_AT_ONCE: "1000",
    },
    (line) => console.log(`  ${line}`),
  );
  const database = openDatabase(world.databaseUrl, () => {}, 4);
  const party = { country_code: "IN", party_id: "STB" };
  // Far enough apart for a search to return one location.
  const places = Array.from({ length: locations }, (_, n) =>
    stubLocation(party, `P${n}`, evsesEach, 10 + n * 0.05),
  );
  const stub = await registerStub(world, party.party_id, places);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce + 1 });
  try {
    const { token } = await newDriver(addressOf(world), {});
    const ratio = { database: await databaseRate(database), pushed: 0 };
    const delays: number[] = [];
    let pushed = 0;
    let refused = 0;
    const end = performance.now() + seconds * 1000;
    const hand = async (_: unknown, own: number) => {
      for (let n = own; performance.now() < end; n += atOnce) {
        // The search polls the last location.
        const place = n % (locations - 1);
        const evse = 1 + (Math.floor(n / locations) % evsesEach);
        const taken = await patch(agent, stub, `P${place}`, `P${place}-${evse}`, statusOf(n));
        if (taken) pushed++;
        else refused++;
      }
    };
    const look = async () => {
      const [place, uid] = [`P${locations - 1}`, `P${locations - 1}-1`];
      for (let n = 0; performance.now() < end; n++) {
        const before = performance.now();
        await patch(agent, stub, place, uid, statusOf(n));
        while (
          (await seen(world.url, token, uid)) !== statusOf(n) &&
          performance.now() < end + 5000
        );
        delays.push(performance.now() - before);
      }
    };
    await Promise.all([...Array.from({ length: atOnce }, hand), look()]);
    delays.sort((a, b) => a - b);
    const at = (share: number) => Math.round(delays[Math.floor(delays.length * share)] ?? 0);
    const rate = pushed / seconds;
    ratio.pushed = rate / ratio.database;
    console.log(
      `ingest evses=${locations * evsesEach} rate=${Math.round(rate)}/s refused=${refused} seen_p50=${at(0.5)}ms seen_p99=${at(0.99)}ms looks=${delays.length} database=${Math.round(ratio.database)}/s ratio=${ratio.pushed.toFixed(3)}`,
    );
    return refused === 0 && at(0.99) <= goalP99;
  } finally {
    agent.destroy();
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

function patch(
  agent: Agent,
  { receiver, authorization, party }: StubPartner,
  place: string,
  uid: string,
  status: string,
): Promise<boolean> {
  const { hostname, port, pathname } = new URL(receiver);
  const body = JSON.stringify({ status, last_updated: new Date().toISOString() });
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: "PATCH",
        path: `${pathname}/locations/${party.country_code}/${party.party_id}/${place}/${uid}`,
        headers: {
          authorization,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => resolve(text.includes('"status_code":1000')));
        response.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
