import * as engine from "@voltmarg/rules";
import { tryPairs } from "./try-pairs.ts";

/** Tries the given pairs and reports those that differ; exits with its parent. */
process.on("message", ({ firstSeed, count }: { firstSeed: number; count: number }) => {
  process.send!({ count, differences: tryPairs(engine, firstSeed, count) });
});
process.on("disconnect", () => process.exit());
