import { parentPort } from "node:worker_threads";
import * as engine from "@voltmarg/rules";
import { tryPairs } from "./try-pairs.ts";

/** Tries the pairs it is told to, and says which differ. */
parentPort!.on("message", ({ firstSeed, count }: { firstSeed: number; count: number }) => {
  parentPort!.postMessage({ count, differences: tryPairs(engine, firstSeed, count) });
});
