import type { MovementChoice } from "../../api/queries/keys.ts";
import { request } from "../../api/http/request.ts";
import { dayOf } from "../../ui/india-days.ts";

/** All movements of a choice as a table for a spreadsheet, named by the days it covers. */
export async function fetchMovementTable(userId: string, which: MovementChoice): Promise<File> {
  const query = new URLSearchParams(which).toString();
  const response = await request(
    `/api/user/v1/wallet/${encodeURIComponent(userId)}/movements${query ? `?${query}` : ""}`,
    "GET",
    { headers: { Accept: "text/csv" } },
  );
  const days = which.from ? `${which.from}-to-${which.until}` : `until-${dayOf(Date.now())}`;
  return new File([await response.blob()], `voltmarg-wallet-${days}.csv`, { type: "text/csv" });
}
