import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { readOptions } from "../options.ts";
import { tryBooks } from "./try-books.ts";

/**
 * `npm run lab -- books --months 2 [--seed N]`: months of everything that moves money, exported and compared. It needs
 * hledger. With `--broken` a paisa is changed in one export after the other, and each has to be found.
 */
try {
  const options = readOptions({ months: 2, seed: 1, broken: false }, process.argv.slice(2));
  process.exitCode = (await tryBooks(options, console.log)).ok ? 0 : 1;
} finally {
  await stopDatabases();
}
