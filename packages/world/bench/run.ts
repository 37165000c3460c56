import { runOne } from "../src/run-one.ts";

await runOne(import.meta.dirname, "bench");
