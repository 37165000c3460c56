import type { Notification } from "@voltmarg/contract";
import { paths } from "../../paths.ts";

/** The screen of what a notification is about; null where it has none. */
export function subjectPath({ type, id }: Notification["subject"]): string | null {
  if (type === "WALLET") return paths.wallet;
  if (id === null) return null;
  if (type === "SESSION") return paths.live(id);
  if (type === "BILL") return paths.bill(id);
  if (type === "TRIP") return paths.tripOf(id);
  return type === "TICKET" ? paths.ticket(id) : paths.station(id);
}
