import { openEnvironment } from "./environment.ts";
import { trySeed, type Trial } from "./try-seed.ts";

/** A process with its own database, which tries the seeds it receives. */
const trial = JSON.parse(process.argv[2]!) as Trial;
const environment = await openEnvironment();
process.on("message", (seed: number) => {
  void trySeed(environment, trial, seed).then((report) => process.send!(report));
});
process.on("disconnect", () => void environment.close().then(() => process.exit()));
process.send!("ready");
