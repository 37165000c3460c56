import { Banner } from "../ui/Message.tsx";
import { pocketCopy as copy } from "./copy.ts";
import "./offline.css";
import { useWaiting, type Waiting } from "./queue.ts";

/** What of this screen waits for the network. */
export function QueuedNote({ which }: { which: (wish: Waiting["wish"]) => boolean }) {
  const count = useWaiting().filter(({ wish }) => which(wish)).length;
  return count === 0 ? null : (
    <div className="queued">
      <Banner kind="info">{copy.waiting(count)}</Banner>
    </div>
  );
}
