import { stations } from "@voltmarg/contract";
import { callRoute } from "../src/client.ts";
import { addressOf, newDriver } from "../src/driver.ts";
import { startTemporaryWorld } from "../src/temporary-world.ts";

const locations = 5000;
const atOnce = 8;
const seconds = 10;
/** Milliseconds; the goal for searches on two shared processors. */
const goalP95 = 200;

/** Searches around random points of a city, eight drivers at once; fails above the goal. */
export async function run(): Promise<boolean> {
  const world = await startTemporaryWorld({ LOCATIONS: String(locations), TRAFFIC: "0" }, (line) =>
    console.log(`  ${line}`),
  );
  try {
    const { token } = await newDriver(addressOf(world), { vehicle: true });
    const times: number[] = [];
    const end = performance.now() + seconds * 1000;
    const searchOn = async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await callRoute(world.url, stations.searchLocations, {
          token,
          query: {
            latitude: 12.9 + Math.random() * 0.15,
            longitude: 77.5 + Math.random() * 0.2,
            distance: 10,
            page_size: 50,
          },
        });
        times.push(performance.now() - before);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, searchOn));
    times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
    const rate = Math.round(times.length / seconds);
    console.log(`search locations=${locations} rate=${rate}/s p50=${at(0.5)}ms p95=${at(0.95)}ms`);
    return at(0.95) <= goalP95;
  } finally {
    await world.stop();
  }
}
