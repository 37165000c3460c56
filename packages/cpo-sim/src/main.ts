import { versions, type VersionNumber } from "@voltmarg/ocpi";
import { start } from "./index.ts";

const { env } = process;
const number = (name: string, otherwise: number) => {
  const text = env[name];
  const value = text === undefined || text === "" ? otherwise : Number(text);
  if (!Number.isFinite(value)) throw new Error(`${name} is not a number: ${text}`);
  return value;
};

/** NEWEST is a list such as `ZPV=2.3.0,URJ=2.1.1`. */
const newest = new Map<string, VersionNumber>(
  (env.NEWEST ?? "")
    .split(",")
    .filter(Boolean)
    .map((entry) => {
      const [party, named] = entry.split("=");
      const version = versions.find((each) => each === named);
      if (!party || !version) throw new Error(`NEWEST names a version as ZPV=2.3.0, not ${entry}`);
      return [party, version];
    }),
);

const sim = await start({
  port: number("PORT", 4100),
  host: env.HOST ?? "127.0.0.1",
  seed: env.SEED ?? "voltmarg",
  operators: number("OPERATORS", 2),
  locations: number("LOCATIONS", 1200),
  wayside: number("WAYSIDE", 0),
  alwaysOpen: env.HOURS === "always",
  newest: (party) => newest.get(party) ?? "2.2.1",
  speed: number("DEMO_SPEED", 1),
  stateDir: env.STATE_DIR ?? null,
  traffic: env.TRAFFIC === "1" || env.TRAFFIC === "true",
  onError: (error) => console.error(error),
});
console.log(`cpo-sim ready ${sim.url}`);

let leaving = false;
async function leave() {
  if (leaving) return;
  leaving = true;
  await sim.close();
  process.exit(0);
}
process.on("SIGINT", () => void leave());
process.on("SIGTERM", () => void leave());
// The supervisor died, so nothing would ever stop this process.
process.on("disconnect", () => void leave());
