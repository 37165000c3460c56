import { when } from "../ui/format.ts";
import { useOnline } from "../ui/use-online.ts";
import { offlineCopy as copy } from "./copy.ts";
import "./offline.css";

/** The age of the data shown, while it cannot be loaded anew. `at` in ms. */
export function SavedSince({ at, failed }: { at: number; failed: boolean }) {
  const online = useOnline();
  if ((online && !failed) || at === 0) return null;
  const { date, time } = when(new Date(at).toISOString());
  return <p className="sub ink2 num kept-since">{copy.asOf(`${date}, ${time}`)}</p>;
}
