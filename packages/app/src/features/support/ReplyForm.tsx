import { type FormEvent, useRef } from "react";
import { fieldError, sentence } from "../../api/http/refusal.ts";
import { isOffline } from "../../offline/queue.ts";
import { QueuedNote } from "../../offline/QueuedNote.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextArea } from "../../ui/TextField.tsx";
import { supportCopy as copy } from "./copy.ts";
import { MOST_TEXT } from "./draft.ts";
import { PhotoField } from "./PhotoField.tsx";
import type { Reply } from "./use-reply.ts";

/** What the button in the bar below sends; without a text it leads to the field. */
export function ReplyForm({ id, ticketId, reply }: { id: string; ticketId: string; reply: Reply }) {
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!reply.send()) field.current?.focus();
  }

  return (
    <form id={id} className="form reply" noValidate onSubmit={submit}>
      <TextArea
        ref={field}
        label={copy.reply}
        rows={3}
        maxLength={MOST_TEXT}
        value={reply.text}
        error={reply.missing ? copy.replyMissing : fieldError(reply.error, "text")}
        onChange={({ target: { value } }) => reply.write(value)}
      />
      <PhotoField
        photos={reply.photos}
        onBusy={reply.setUploading}
        onAdd={(photo) => reply.setPhotos((all) => [...all, photo])}
        onRemove={(photo) => reply.setPhotos((all) => all.filter((each) => each !== photo))}
      />
      <QueuedNote which={(wish) => wish.kind === "reply" && wish.ticketId === ticketId} />
      {reply.error && !isOffline(reply.error) ? (
        <Banner kind="err">{sentence(reply.error)}</Banner>
      ) : null}
    </form>
  );
}
