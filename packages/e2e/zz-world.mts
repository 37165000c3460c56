import { startTemporaryWorld } from "/work/wt/onway/packages/testkit/src/temporary-world.ts";
import { writeFileSync } from "node:fs";
import { newDriver, addressOf } from "/work/wt/onway/packages/testkit/src/driver.ts";
const world = await startTemporaryWorld({ DEMO_SPEED: "40", TRAFFIC: "0", LOCATIONS: "300", WAYSIDE: "500" }, (m) => console.log(m));
const driver = await newDriver(addressOf(world), { vehicle: true });
writeFileSync("/tmp/ow/world.json", JSON.stringify({ ...addressOf(world), roads: (world as any).roads?.url, token: driver.token, refreshToken: driver.refreshToken, userId: driver.userId }));
console.log("ready");
process.on("SIGTERM", async () => { await world.stop(); process.exit(0); });
