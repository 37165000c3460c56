import { INDIA_ZONE } from "@voltmarg/rules";
import { serviceTimeOf } from "../clock.ts";
import { when } from "../ui/format.ts";
import { useOnline } from "../ui/use-online.ts";
import { offlineCopy as copy } from "./copy.ts";
import "./offline.css";

/** The age of the data shown, while it cannot be loaded anew. `at`: when the device got it, ms. */
export function SavedSince({ at, failed }: { at: number; failed: boolean }) {
  const online = useOnline();
  if ((online && !failed) || at === 0) return null;
  return (
    <p className="sub ink2 num kept-since">
      {copy.asOf(when(new Date(serviceTimeOf(at)).toISOString(), INDIA_ZONE).dateTime)}
    </p>
  );
}
