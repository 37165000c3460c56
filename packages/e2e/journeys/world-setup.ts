import type { FullConfig } from "@playwright/test";
import { startPlaces } from "./fake-google-places.ts";
import { buildPages } from "@voltmarg/world/build-app";
import { addressOf } from "@voltmarg/testkit/driver";
import { startTemporaryWorld } from "@voltmarg/testkit/temporary-world";

/** Starts the whole product once per worker, for all its tests. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const start = async () => {
    const places = await startPlaces();
    const world = await startTemporaryWorld({
      DEMO_SPEED: "40",
      // Plugs change status only by what the tests do.
      TRAFFIC: "0",
      LOCATIONS: "300",
      GOOGLE_MAPS_KEY: "key-of-journeys",
      GOOGLE_MAPS_URL: places.url,
    });
    return { places, world };
  };
  // Built once, before several workers need them.
  await buildPages();
  const started = await Promise.all(Array.from({ length: workers }, start));
  process.env["PLACES"] = JSON.stringify(started.map(({ places }) => places.url));
  process.env["WORLDS"] = JSON.stringify(started.map(({ world }) => addressOf(world)));
  return async () => {
    for (const { world, places } of started) {
      await world.stop();
      await places.stop();
    }
  };
}
