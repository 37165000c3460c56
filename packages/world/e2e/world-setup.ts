import { addressOf } from "../src/driver.ts";
import { startTemporaryWorld } from "../src/temporary-world.ts";

/** The whole product, once for all journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  const world = await startTemporaryWorld({
    DEMO_SPEED: "40",
    // Plugs change state only by what the journeys do.
    TRAFFIC: "0",
    LOCATIONS: "300",
  });
  process.env["WORLD"] = JSON.stringify(addressOf(world));
  return world.stop;
}
