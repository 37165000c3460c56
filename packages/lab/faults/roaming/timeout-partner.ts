import { partners, stations, type PartnerRecord } from "@voltmarg/contract";
import { callRoute } from "@voltmarg/client/node";
import { addressOf, newDriver } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";
import { until } from "@voltmarg/world/until";
import { quantile, resultLine, type Say } from "../../report.ts";
import type { World } from "@voltmarg/world/world";

const GOAL_RATIO = 1.2;
const GOAL_SECONDS = 60;
/** When nothing waits for the silent operator, it is called again after so many calls to the other one. */
const CALLS_BETWEEN = 4;

/**
 * Two operators; one accepts every connection and never answers, while it keeps being called. Calls to the other one
 * are timed with and without that, in alternation; then the silent one comes back with changed data.
 */
export async function timeoutPartner(
  { rounds, seconds }: { rounds: number; seconds: number },
  say: Say,
) {
  const world = await startTemporaryWorld(
    { TRAFFIC: "0", LOCATIONS: "60", LOG_LEVEL: "fatal" },
    say,
  );
  try {
    const backOffice = { token: world.secrets.providerToken };
    const { data } = await callRoute(world.url, partners.listPartnerRecords, backOffice);
    const [healthy, silent] = data.partners as [PartnerRecord, PartnerRecord];
    const party_id = silent.roles[0]!.party_id;
    const disturb = (name: string, on: boolean) =>
      control(world, "disturb", { name, party_id, on });
    const sync = (id: string) =>
      callRoute(world.url, partners.syncPartner, { ...backOffice, params: { id }, body: {} });

    const calm: number[] = [];
    const loud: number[] = [];
    await measure(() => sync(healthy.id), 3, []);
    for (let round = 0; round < rounds; round++) {
      await measure(() => sync(healthy.id), seconds, calm);
      await disturb("hangs", true);
      let calls = 0;
      let asking: Promise<unknown> = Promise.resolve();
      let isAsking = false;
      const askSilent = async () => {
        isAsking = true;
        await Promise.all(Array.from({ length: 4 }, () => sync(silent.id).catch(() => null)));
        isAsking = false;
      };
      await measure(
        () => {
          if (!isAsking && calls++ % CALLS_BETWEEN === 0) asking = askSilent();
          return sync(healthy.id);
        },
        seconds,
        loud,
      );
      await asking;
      if (round < rounds - 1) {
        await disturb("hangs", false);
        await until(
          "the silent operator is back",
          async () =>
            (await record(world, silent.id)).health.breaker === "CLOSED" ||
            sync(silent.id).then(
              () => true,
              () => false,
            ),
          60_000,
        );
      }
    }
    const { health } = await record(world, silent.id);
    say(
      `the silent one: breaker ${health.breaker}, ${health.failures} of ${health.calls} calls failed`,
    );

    // It changes while it is unreachable.
    await disturb("lost_pushes", true);
    const { operatorUrl } = addressOf(world);
    const driver = await newDriver(addressOf(world), {});
    const place = await placeOf(world, driver.token, party_id);
    await control(world, "status", {
      location_id: place.evse,
      evse_uid: place.evse,
      status: "OUTOFORDER",
    });
    await disturb("lost_pushes", false);
    await disturb("hangs", false);
    const returned = performance.now();
    await until(
      `${operatorUrl} is in step`,
      async () => (await placeOf(world, driver.token, party_id, place)).status === "OUTOFORDER",
      120_000,
    );
    const back = (performance.now() - returned) / 1000;

    const [before, during] = [quantile(calm, 0.95), quantile(loud, 0.95)];
    const ratio = during / before;
    say(
      resultLine("roaming timeout-partner", {
        calls: `${calm.length}+${loud.length}`,
        p95_alone: `${before.toFixed(0)}ms`,
        p95_beside: `${during.toFixed(0)}ms`,
        ratio: ratio.toFixed(2),
        in_step_after: `${back.toFixed(1)}s`,
      }),
    );
    return { ok: ratio <= GOAL_RATIO && back <= GOAL_SECONDS, ratio, back };
  } finally {
    await world.stop();
  }
}

async function measure(call: () => Promise<unknown>, seconds: number, times: number[]) {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const before = performance.now();
    await call();
    times.push(performance.now() - before);
  }
}

async function record({ url, secrets }: World, id: string): Promise<PartnerRecord> {
  const params = { id };
  return (await callRoute(url, partners.getPartnerRecord, { token: secrets.providerToken, params }))
    .data;
}

async function control({ operator }: World, what: string, body: object): Promise<void> {
  const response = await fetch(`${operator.url}/control/${what}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
}

type Place = { evse: string; status: string };

/** An EVSE of an operator as drivers see it; the simulator's ids begin with the party id. */
async function placeOf(
  { url }: World,
  token: string,
  partyId: string,
  wanted?: Place,
): Promise<Place> {
  const { content } = await callRoute(url, stations.searchLocations, {
    token,
    query: { latitude: 12.97, longitude: 77.59, distance: 4000, page_size: 5000 },
  });
  for (const { evses } of content) {
    for (const { uid, status } of evses) {
      if (wanted ? wanted.evse === uid : uid.startsWith(partyId)) return { evse: uid, status };
    }
  }
  throw new Error("no EVSE of the silent operator is shown");
}
