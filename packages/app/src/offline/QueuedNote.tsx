import { Banner } from "../ui/Message.tsx";
import { offlineCopy as copy } from "./copy.ts";
import "./offline.css";
import { useQueued, type QueuedItem } from "./queue.ts";

/** How many actions of this screen are queued. */
export function QueuedNote({ which }: { which: (wish: QueuedItem["wish"]) => boolean }) {
  const count = useQueued().filter(({ wish }) => which(wish)).length;
  return count === 0 ? null : (
    <div className="queued">
      <Banner kind="info">{copy.waiting(count)}</Banner>
    </div>
  );
}
