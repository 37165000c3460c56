import { parseArgs } from "node:util";
import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { wholeNumber } from "../whole-number.ts";
import { tryBooks } from "./try-books.ts";

/**
 * `npm run lab -- books --months 2 [--seed N]`: months of everything that moves money, exported and compared. It needs
 * hledger. With `--broken` a paisa is changed in one export after the other, and each has to be found.
 */
const { values } = parseArgs({
  options: {
    months: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    broken: { type: "boolean", default: false },
  },
});
try {
  const options = {
    months: wholeNumber("--months", values.months),
    seed: wholeNumber("--seed", values.seed),
    broken: values.broken,
  };
  process.exitCode = (await tryBooks(options, (line) => console.log(line))).ok ? 0 : 1;
} finally {
  await stopDatabases();
}
