import * as engine from "@voltmarg/rules";
import { tryPairs } from "./try-pairs.ts";

/** Tries the pairs it is told to, and says which differ; ends with the one who asks. */
process.on("message", ({ firstSeed, count }: { firstSeed: number; count: number }) => {
  process.send!({ count, differences: tryPairs(engine, firstSeed, count) });
});
process.on("disconnect", () => process.exit());
