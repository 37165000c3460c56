import type { Ticket } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../api/endpoint.ts";
import { replyToTicket } from "../../api/support-endpoints.ts";
import { fieldError, sentence } from "../../api/refusal.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/Message.tsx";
import { TextArea } from "../../ui/TextField.tsx";
import { supportCopy as copy } from "./copy.ts";
import { MOST_TEXT } from "./draft.ts";
import { PhotoField } from "./PhotoField.tsx";
import { keepTicket } from "./queries.ts";

/** The driver's next word in a ticket. What could not be sent stays; the ticket is read anew, in case it came through. */
export function ReplyForm({ ticket, onStale }: { ticket: Ticket; onStale: () => void }) {
  const [text, setText] = useState("");
  const [photos, setPhotos] = useState<string[]>([]);
  const [missing, setMissing] = useState(false);
  const [uploading, setUploading] = useState(false);
  const reply = useMutation({
    mutationFn: async () =>
      (
        await call(replyToTicket, {
          params: { id: ticket.id },
          body: { text: text.trim(), file_ids: photos },
        })
      ).data,
    onSuccess: (answered) => {
      keepTicket(answered);
      setText("");
      setPhotos([]);
    },
    onError: onStale,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(text.trim() === "");
    if (text.trim() !== "" && !uploading && !reply.isPending) reply.mutate();
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
      {reply.isError ? <Banner kind="err">{sentence(reply.error)}</Banner> : null}
      <Button
        type="submit"
        busy={(reply.isPending && copy.sending) || (uploading && copy.uploading)}
      >
        {copy.sendReply}
      </Button>
    </form>
  );
}
