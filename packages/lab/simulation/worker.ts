import { openGround } from "./environment.ts";
import { trySeed, type Trial } from "./try-seed.ts";

/** A process with a database of its own, which tries the seeds it is told. */
const trial = JSON.parse(process.argv[2]!) as Trial;
const ground = await openGround();
process.on("message", (seed: number) => {
  void trySeed(ground, trial, seed).then((report) => process.send!(report));
});
process.on("disconnect", () => void ground.close().then(() => process.exit()));
process.send!("ready");
