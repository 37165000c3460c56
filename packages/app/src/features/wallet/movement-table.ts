import { serviceNow } from "../../clock.ts";
import type { MovementChoice } from "../../api/queries/keys.ts";
import { fetchMovementTable } from "../../api/queries/wallet.ts";
import { dayOf } from "../../ui/india-days.ts";

/** All movements of a choice as a table for a spreadsheet, named by the days it covers. */
export async function movementTable(userId: string, which: MovementChoice): Promise<File> {
  const days = which.from ? `${which.from}-to-${which.until}` : `until-${dayOf(serviceNow())}`;
  const table = await fetchMovementTable(userId, which);
  return new File([table], `wallet-${days}.csv`, { type: "text/csv" });
}
