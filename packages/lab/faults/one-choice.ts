import { parseArgs } from "node:util";
import { wholeNumber } from "../whole-number.ts";

/**
 * `npm run faults -- one-choice [--worlds 500] [--seed 1]`: in each world other stations, prices, hours and another vehicle;
 * searches with random filters in every order. Rows must be those that pass by the words of the filters, each must pass by
 * what it shows, and be in the order of what it shows; the map and the counts must say the same. With `--broken` what rows
 * show is chosen without the filters, and the run must detect it.
 */
export async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      worlds: { type: "string", default: "500" },
      seed: { type: "string", default: "1" },
      broken: { type: "boolean", default: false },
    },
  });
  // Imported on use: these modules start a database.
  const { stopDatabases } = await import("@voltmarg/testkit/test-bed");
  const { tryOneChoice } = await import("./one-choice/try-one-choice.ts");
  try {
    const found = await tryOneChoice(
      {
        worlds: wholeNumber("--worlds", values.worlds),
        seed: wholeNumber("--seed", values.seed),
        isBroken: values.broken,
      },
      (line) => console.log(`  ${line}`),
    );
    const { tried, rowsDiffer, orderWrong, countsWrong } = found;
    console.log(
      `one-choice tried=${tried} rows_differ=${rowsDiffer} order_wrong=${orderWrong} counts_wrong=${countsWrong}`,
    );
    return rowsDiffer + orderWrong + countsWrong === 0;
  } finally {
    await stopDatabases();
  }
}
