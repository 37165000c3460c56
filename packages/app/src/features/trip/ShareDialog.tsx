import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { useMutation } from "@tanstack/react-query";
import type { TripSummary } from "@voltmarg/contract";
import { sentence } from "../../api/http/refusal.ts";
import { changeTrip } from "../../api/queries/trips.ts";
import { shareLink } from "../../native/files.ts";
import { currentServer } from "../../native/servers.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { showToast } from "../../ui/toast.ts";
import { keptCopy as copy } from "./kept-copy.ts";
import { sharedPath, tripName } from "./trip-words.ts";

/** A link is made when the driver says so, and ended likewise. Sharing it needs a press of its own: browsers ask for one. */
export function ShareDialog({ trip, onClose }: { trip: TripSummary; onClose: () => void }) {
  const change = useMutation({
    mutationFn: (shared: boolean) => changeTrip(trip.id, { shared }),
    onSuccess: ({ share_key }) => {
      if (share_key === null) showToast(copy.linkEnded);
    },
  });
  const key = change.data ? change.data.share_key : trip.share_key;
  return (
    <Dialog title={copy.shareTitle} onClose={onClose}>
      <p className="ink2 dialog-text">{copy.shareText}</p>
      {key ? (
        <p className="trip-link num" dir="ltr">
          {new URL(sharedPath(key), currentServer()).href}
        </p>
      ) : null}
      {change.isError ? <Banner kind="err">{sentence(change.error)}</Banner> : null}
      <div className="dialog-stack">
        {key ? (
          <>
            <Button
              icon={<ShareNetwork size={24} aria-hidden="true" />}
              onClick={() => void send(key, tripName(trip))}
            >
              {copy.send}
            </Button>
            <Button
              kind="danger-quiet"
              busy={change.isPending && copy.endingLink}
              onClick={() => change.mutate(false)}
            >
              {copy.endLink}
            </Button>
          </>
        ) : (
          <Button busy={change.isPending && copy.makingLink} onClick={() => change.mutate(true)}>
            {copy.makeLink}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

async function send(key: string, title: string): Promise<void> {
  try {
    if ((await shareLink(sharedPath(key), { title })) === "copied") showToast(copy.copied);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      showToast(copy.noShare, "error");
  }
}
