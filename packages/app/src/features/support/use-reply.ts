import type { Ticket } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/http/call.ts";
import { newIdempotencyKey } from "../../api/http/idempotency-key.ts";
import { replyToTicket } from "../../api/http/endpoints/support.ts";
import { offlineCopy } from "../../offline/copy.ts";
import { isOffline, enqueue } from "../../offline/queue.ts";
import { showToast } from "../../ui/toast.ts";
import { keepTicket } from "../../api/queries/support.ts";
import { supportCopy as copy } from "./copy.ts";

export type Reply = ReturnType<typeof useReply>;

/** A reply to a ticket. A reply that failed stays; the ticket is loaded anew in case it was received. */
export function useReply(ticketId: string, onStale: () => void) {
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
    mutationFn: async (key: string): Promise<Ticket> =>
      (
        await call(replyToTicket, {
          headers: { "idempotency-key": key },
          params: { id: ticketId },
          body,
        })
      ).data,
    onSuccess: (answered) => {
      keepTicket(answered);
      empty();
    },
    onError: (error, key) => {
      if (!isOffline(error)) return onStale();
      enqueue({ kind: "reply", ticketId, body }, key);
      showToast(offlineCopy.later.reply, "info", 5000);
      empty();
    },
  });
  return {
    text,
    photos,
    missing,
    error: reply.error,
    /** What it is busy with, for the button. */
    busy: (reply.isPending && copy.sending) || (uploading && copy.uploading),
    write(said: string) {
      setText(said);
      setMissing(false);
    },
    setPhotos,
    setUploading,
    /** False where there is nothing to send. */
    send(): boolean {
      setMissing(body.text === "");
      if (body.text === "") return false;
      if (uploading || reply.isPending) return true;
      const said = JSON.stringify(body);
      const now = tried?.said === said ? tried : { key: newIdempotencyKey(), said };
      setTried(now);
      reply.mutate(now.key);
      return true;
    },
  };
}
