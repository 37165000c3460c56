import { rows, sql, type Queryable } from "../../../platform/database/database.ts";

/** Drops the months that ended before an instant. Returns the names of their partitions. */
export const dropMeterMonths = async (on: Queryable, before: Date): Promise<string[]> =>
  (await rows(on, sql<{ part: string }>`select drop_meter_months(${before}) as part`)).map(
    ({ part }) => part,
  );
