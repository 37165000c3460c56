import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { TripSummary } from "@voltmarg/contract";
import { sentence } from "../../api/http/refusal.ts";
import { changeTrip } from "../../api/queries/trips.ts";
import { shareLink } from "../../native/files.ts";
import { currentServer } from "../../native/servers.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { keptCopy as copy } from "./kept-copy.ts";
import { sharedPath } from "./trip-words.ts";

const LONGEST_NAME = 60;

/** A link is made when the driver says so, and ended likewise. Sharing it needs a press of its own: browsers ask for one. */
export function ShareDialog({ trip, onClose }: { trip: TripSummary; onClose: () => void }) {
  const [start, setStart] = useState("");
  const [end, setEnd] = useState("");
  const change = useMutation({
    mutationFn: (shared: boolean) =>
      changeTrip(trip.id, {
        shared,
        ...(shared && start.trim() && { shared_start: start.trim() }),
        ...(shared && end.trim() && { shared_end: end.trim() }),
      }),
    onSuccess: ({ share_key }) => {
      if (share_key === null) showToast(copy.linkEnded);
    },
  });
  const key = change.data ? change.data.share_key : trip.share_key;
  const make = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(true);
  };
  return (
    <Dialog title={copy.shareTitle} onClose={onClose}>
      <p className="ink2 dialog-text">{copy.shareText}</p>
      {key ? (
        <p className="trip-link num" dir="ltr">
          {new URL(sharedPath(key), currentServer()).href}
        </p>
      ) : null}
      {change.isError ? <Banner kind="err">{sentence(change.error)}</Banner> : null}
      {key ? (
        <div className="dialog-stack">
          <Button
            icon={<ShareNetwork size={24} aria-hidden="true" />}
            onClick={() => void send(key)}
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
        </div>
      ) : (
        <form className="trip-dialog" noValidate onSubmit={make}>
          <TextField
            label={copy.linkStart}
            maxLength={LONGEST_NAME}
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
          <TextField
            label={copy.linkEnd}
            help={copy.linkNamesHelp}
            maxLength={LONGEST_NAME}
            value={end}
            onChange={({ target }) => setEnd(target.value)}
          />
          <Button type="submit" busy={change.isPending && copy.makingLink}>
            {copy.makeLink}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

async function send(key: string): Promise<void> {
  try {
    // The trip's own name may be an address.
    const title = copy.sharedBy;
    if ((await shareLink(sharedPath(key), { title })) === "copied") showToast(copy.copied);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      showToast(copy.noShare, "error");
  }
}
