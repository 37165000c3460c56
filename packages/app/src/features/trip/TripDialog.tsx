import { PencilSimple } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { ShareNetwork } from "@phosphor-icons/react/dist/csr/ShareNetwork";
import { Trash } from "@phosphor-icons/react/dist/csr/Trash";
import { useMutation } from "@tanstack/react-query";
import type { TripSummary } from "@voltmarg/contract";
import { type FormEvent, useState } from "react";
import { sentence } from "../../api/http/refusal.ts";
import { changeTrip, removeTrip } from "../../api/queries/trips.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { keptCopy as copy } from "./kept-copy.ts";
import { ShareDialog } from "./ShareDialog.tsx";
import { tripName } from "./trip-words.ts";

type View = "menu" | "name" | "share" | "delete";
type Props = { trip: TripSummary; onClose: () => void };

/** What can be done with a trip that is kept. `at`: what was asked for already. */
export function TripDialog({
  trip,
  at = "menu",
  onClose,
  onDeleted,
}: Props & { at?: View; onDeleted?: () => void }) {
  const [view, setView] = useState(at);
  if (view === "name") return <NameDialog {...{ trip, onClose }} />;
  if (view === "share") return <ShareDialog {...{ trip, onClose }} />;
  if (view === "delete") return <DeleteDialog {...{ trip, onClose, onDeleted }} />;
  return (
    <Dialog key="menu" title={tripName(trip)} onClose={onClose}>
      <div className="dialog-stack">
        <Button
          kind="secondary"
          icon={<PencilSimple size={24} aria-hidden="true" />}
          onClick={() => setView("name")}
        >
          {trip.name === null ? copy.name : copy.rename}
        </Button>
        <Button
          kind="secondary"
          icon={<ShareNetwork size={24} aria-hidden="true" />}
          onClick={() => setView("share")}
        >
          {copy.share}
        </Button>
        <Button
          kind="danger-quiet"
          icon={<Trash size={24} aria-hidden="true" />}
          onClick={() => setView("delete")}
        >
          {copy.delete}
        </Button>
      </div>
    </Dialog>
  );
}

const LONGEST_NAME = 60;

/** A name keeps the trip; without one it is among the last ten again. */
function NameDialog({ trip, onClose }: Props) {
  const [name, setName] = useState(trip.name ?? "");
  const save = useMutation({
    mutationFn: () => changeTrip(trip.id, { name: name.trim() || null }),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog key="name" title={copy.nameTitle} onClose={onClose}>
      <form className="trip-dialog" noValidate onSubmit={submit}>
        <TextField
          label={copy.nameLabel}
          help={copy.nameHelp}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {save.isError ? <Banner kind="err">{sentence(save.error)}</Banner> : null}
        <Button type="submit" busy={save.isPending && copy.saving}>
          {copy.save}
        </Button>
      </form>
    </Dialog>
  );
}

function DeleteDialog({
  trip,
  onClose,
  onDeleted,
}: Props & { onDeleted?: (() => void) | undefined }) {
  const name = tripName(trip);
  const remove = useMutation({
    mutationFn: () => removeTrip(trip.id),
    onSuccess: () => {
      showToast(copy.deleted(name));
      onClose();
      onDeleted?.();
    },
  });
  return (
    <Dialog key="delete" title={copy.deleteTitle(name)} onClose={onClose} closeButton={false}>
      <p className="ink2 dialog-text">{trip.share_key ? copy.deleteShared : copy.deleteText}</p>
      {remove.isError ? <Banner kind="err">{sentence(remove.error)}</Banner> : null}
      <div className="dialog-stack">
        <Button
          kind="danger"
          busy={remove.isPending && copy.deleting}
          onClick={() => remove.mutate()}
        >
          {copy.delete}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {copy.keep}
        </Button>
      </div>
    </Dialog>
  );
}
