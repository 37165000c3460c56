import type { FullConfig } from "@playwright/test";
import { startPlaces } from "./places-stand-in.ts";
import { addressOf } from "../src/driver.ts";
import { startTemporaryWorld } from "../src/temporary-world.ts";
import type { World } from "../src/world.ts";

/** The whole product for each worker, once for all its journeys. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const worlds: World[] = [];
  const places = await startPlaces();
  for (let worker = 0; worker < workers; worker += 1) {
    worlds.push(
      await startTemporaryWorld({
        DEMO_SPEED: "40",
        // Plugs change state only by what the journeys do.
        TRAFFIC: "0",
        LOCATIONS: "300",
        GOOGLE_MAPS_KEY: "key-of-journeys",
        GOOGLE_MAPS_URL: places.url,
      }),
    );
  }
  process.env["PLACES"] = places.url;
  process.env["WORLDS"] = JSON.stringify(worlds.map(addressOf));
  return async () => {
    for (const world of worlds) await world.stop();
    await places.stop();
  };
}
