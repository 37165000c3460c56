import type { Logger } from "../observability/logger.ts";

/**
 * Works through rows in the order of their ids, read in slices: `next` answers those after an id. What fails is logged,
 * and the others go on; `next` finds it again the next time.
 */
export async function oneByOne<Row extends { id: string }>(
  logger: Logger,
  next: (after: string) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const slice: readonly Row[] = await next(after);
    for (const row of slice)
      await work(row).catch((error: unknown) =>
        logger.error({ err: error, id: row.id }, "left for the next time"),
      );
    after = slice.at(-1)?.id;
  }
}
