import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { call } from "../../api/http/call.ts";
import { createTicket } from "../../api/http/endpoints/support.ts";
import { useSession } from "../../api/queries/sessions.ts";
import { fieldError, isRefusal } from "../../api/http/refusal.ts";
import { paths } from "../../paths.ts";
import { offlineCopy } from "../../offline/copy.ts";
import { isOffline, enqueue } from "../../offline/queue.ts";
import { Button } from "../../ui/Button.tsx";
import { FormScreen } from "../../ui/FormScreen.tsx";
import { when } from "../../ui/format.ts";
import { Banner } from "../../ui/Message.tsx";
import { TextArea } from "../../ui/TextField.tsx";
import { SelectField } from "../../ui/TextField.tsx";
import { showToast } from "../../ui/toast.ts";
import { useOnline } from "../../ui/use-online.ts";
import { supportCopy as copy } from "./copy.ts";
import { keepDraft, MOST_TEXT, readDraft, type TicketDraft, withKey } from "./draft.ts";
import { PhotoField } from "./PhotoField.tsx";
import { keepTicket } from "../../api/queries/support.ts";
import "./support.css";

type Category = NonNullable<TicketDraft["category"]>;
const categories = Object.keys(copy.categories) as Category[];
const isCategory = (text: string | null): text is Category =>
  categories.some((each) => each === text);

/** A new ticket; `?session=` names the charge it is about. */
export default function CreateTicketPage() {
  const [asked] = useSearchParams();
  const navigate = useNavigate();
  const online = useOnline();
  const [draft, setDraft] = useState(() => {
    const named = asked.get("category");
    return readDraft({
      category: isCategory(named) ? named : null,
      sessionId: asked.get("session") || null,
    });
  });
  const [uploading, setUploading] = useState(false);
  const change = (by: (before: TicketDraft) => TicketDraft) =>
    setDraft((before) => {
      const next = by(before);
      keepDraft(next);
      return next;
    });

  const dropSession = () => {
    change((all) => ({ ...all, sessionId: null }));
    // After a reload too: the address names what the draft is about.
    void navigate(paths.createTicket, { replace: true });
  };

  /** It may have come through without our hearing of it: the key says that it is the same ticket. */
  const later = (ready: ReturnType<typeof withKey>) => {
    enqueue({ kind: "ticket", body: ticketOf(ready) }, ready.tried.key);
    keepDraft(null);
    showToast(offlineCopy.later.ticket, "info", 5000);
    void navigate(paths.support, { replace: true });
  };
  const send = useMutation({
    mutationFn: async (ready: ReturnType<typeof withKey>) =>
      (
        await call(createTicket, {
          headers: { "idempotency-key": ready.tried.key },
          body: ticketOf(ready),
        })
      ).data,
    onSuccess: (ticket) => {
      keepDraft(null);
      keepTicket(ticket);
      showToast(copy.sent);
      void navigate(paths.ticket(ticket.id), { replace: true });
    },
    onError: (error, ready) => {
      if (isOffline(error)) return later(ready);
      // Nobody's charge: the ticket can go without it.
      if (isRefusal(error, "SESSION_NOT_FOUND")) dropSession();
    },
  });

  const errors = {
    category: draft.category === null ? copy.categoryMissing : undefined,
    text: draft.text.trim() === "" ? copy.textMissing : undefined,
  };
  function submit(): void {
    const ready = withKey(draft);
    if (!online) return later(ready);
    change(() => ready);
    send.mutate(ready);
  }

  return (
    <FormScreen
      title={copy.createTitle}
      submit={copy.send}
      busy={(send.isPending && copy.sending) || (uploading && copy.uploading)}
      errors={errors}
      refusal={isOffline(send.error) ? null : send.error}
      onSubmit={submit}
    >
      {(shown) => (
        <>
          {draft.sessionId ? (
            <AboutCharge sessionId={draft.sessionId} onDrop={dropSession} />
          ) : null}
          <SelectField
            className="f"
            label={copy.category}
            value={draft.category ?? ""}
            error={shown.category ?? fieldError(send.error, "category")}
            onChange={({ target: { value } }) =>
              change((all) => ({ ...all, category: isCategory(value) ? value : null }))
            }
          >
            <option value="">{copy.choose}</option>
            {categories.map((each) => (
              <option key={each} value={each}>
                {copy.categories[each]}
              </option>
            ))}
          </SelectField>
          <TextArea
            label={copy.text}
            help={copy.textHelp}
            maxLength={MOST_TEXT}
            value={draft.text}
            error={shown.text ?? fieldError(send.error, "text")}
            onChange={({ target: { value } }) => change((all) => ({ ...all, text: value }))}
          />
          <PhotoField
            photos={draft.photos}
            onBusy={setUploading}
            onAdd={(id) => change((all) => ({ ...all, photos: [...all.photos, id] }))}
            onRemove={(id) =>
              change((all) => ({ ...all, photos: all.photos.filter((each) => each !== id) }))
            }
          />
          {online ? null : <Banner kind="warn">{copy.offline}</Banner>}
        </>
      )}
    </FormScreen>
  );
}

const ticketOf = ({ category, sessionId, photos, text }: TicketDraft) => ({
  category: category ?? ("OTHER" as const),
  text: text.trim(),
  file_ids: photos,
  ...(sessionId === null ? {} : { session_id: sessionId }),
});

function AboutCharge({ sessionId, onDrop }: { sessionId: string; onDrop: () => void }) {
  const session = useSession(sessionId).data;
  const at = session?.start_date_time ?? session?.requested_at;
  return (
    <div className="about num">
      <p className="ink2">
        {session && at
          ? copy.about(session.location.name, when(at, session.location.time_zone).fullDate)
          : copy.aboutUnknown}
      </p>
      <Button kind="quiet" small onClick={onDrop}>
        {copy.notAbout}
      </Button>
    </div>
  );
}
