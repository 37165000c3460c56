import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/http/call.ts";
import { closeTicket } from "../../api/http/endpoints/support.ts";
import { sentence } from "../../api/http/refusal.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Banner } from "../../ui/Message.tsx";
import { supportCopy as copy } from "./copy.ts";
import { keepTicket } from "../../api/queries/support.ts";

/** Asks before the ticket is closed. */
export function CloseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const close = useMutation({
    mutationFn: async () => (await call(closeTicket, { params: { id } })).data,
    onSuccess: (ticket) => {
      keepTicket(ticket);
      onClose();
    },
  });
  return (
    <Dialog title={copy.closeTitle} onClose={onClose} closeButton={false}>
      <p className="ink2 dialog-text">{copy.closeText}</p>
      {close.isError ? <Banner kind="err">{sentence(close.error)}</Banner> : null}
      <div className="dialog-stack">
        <Button busy={close.isPending && copy.closing} onClick={() => close.mutate()}>
          {copy.close}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {copy.keepOpen}
        </Button>
      </div>
    </Dialog>
  );
}
