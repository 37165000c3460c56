import type { Ticket } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../api/http/call.ts";
import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { replyToTicket } from "../../api/http/endpoints/support.ts";
import { fieldError, sentence } from "../../api/http/refusal.ts";
import { offlineCopy } from "../../offline/copy.ts";
import { isOffline, enqueue } from "../../offline/queue.ts";
import { QueuedNote } from "../../offline/QueuedNote.tsx";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextArea } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { supportCopy as copy } from "./copy.ts";
import { MOST_TEXT } from "./draft.ts";
import { PhotoField } from "./PhotoField.tsx";
import { keepTicket } from "../../api/queries/support.ts";

/** A reply to a ticket. A reply that failed stays; the ticket is loaded anew in case it was received. */
export function ReplyForm({ ticket, onStale }: { ticket: Ticket; onStale: () => void }) {
  const [text, setText] = useState("");
  const [photos, setPhotos] = useState<string[]>([]);
  const [missing, setMissing] = useState(false);
  const [uploading, setUploading] = useState(false);
  /** The same text has the same idempotency key: a reply whose answer was lost is not sent twice. */
  const [tried, setTried] = useState<{ key: string; said: string } | null>(null);
  const body = { text: text.trim(), file_ids: photos };
  const empty = () => {
    setText("");
    setPhotos([]);
    setTried(null);
  };
  const reply = useMutation({
    mutationFn: async (key: string) =>
      (
        await call(replyToTicket, {
          headers: { "idempotency-key": key },
          params: { id: ticket.id },
          body,
        })
      ).data,
    onSuccess: (answered) => {
      keepTicket(answered);
      empty();
    },
    onError: (error, key) => {
      if (!isOffline(error)) return onStale();
      enqueue({ kind: "reply", ticketId: ticket.id, body }, key);
      showToast(offlineCopy.later.reply, "info", 5000);
      empty();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() === "" || uploading || reply.isPending) return;
    const said = JSON.stringify(body);
    const now = tried?.said === said ? tried : { key: newIdempotencyKey(), said };
    setTried(now);
    reply.mutate(now.key);
  }

  return (
    <form className="form reply" noValidate onSubmit={submit}>
      <TextArea
        label={copy.reply}
        rows={3}
        maxLength={MOST_TEXT}
        value={text}
        error={missing ? copy.replyMissing : fieldError(reply.error, "text")}
        onChange={({ target: { value } }) => {
          setText(value);
          setMissing(false);
        }}
      />
      <PhotoField
        photos={photos}
        onBusy={setUploading}
        onAdd={(id) => setPhotos((all) => [...all, id])}
        onRemove={(id) => setPhotos((all) => all.filter((each) => each !== id))}
      />
      <QueuedNote which={(wish) => wish.kind === "reply" && wish.ticketId === ticket.id} />
      {reply.isError && !isOffline(reply.error) ? (
        <Banner kind="err">{sentence(reply.error)}</Banner>
      ) : null}
      <Button
        type="submit"
        busy={(reply.isPending && copy.sending) || (uploading && copy.uploading)}
      >
        {copy.sendReply}
      </Button>
    </form>
  );
}
