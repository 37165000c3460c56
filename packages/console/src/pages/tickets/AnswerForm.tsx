import type { AnswerTemplate, ConsoleTicket, FileRecord } from "@voltmarg/contract";
import { languageName, languages } from "@voltmarg/contract/languages";
import { useId, useState } from "react";
import { call, codeOf, sentenceOf } from "../../api/call.ts";
import { useMay } from "../../api/member.ts";
import { queryClient, useOperation } from "../../api/query-client.ts";
import { say } from "../../ui/toasts.tsx";
import { filledIn, textOf } from "./fill-in.ts";
import { Photos } from "./Photos.tsx";

const MOST = 4_000;

/**
 * Writes an answer. What is sent with it is the last message that was there when the member began to write, so that what
 * somebody else writes meanwhile is read before the answer goes.
 */
export function AnswerForm({ of }: { of: ConsoleTicket }) {
  const last = of.messages.at(-1);
  const [text, setText] = useState("");
  const [begunAt, setBegunAt] = useState<string>();
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const [photos, setPhotos] = useState<readonly FileRecord[]>([]);
  const id = useId();
  const may = useMay();
  if (!may("answerTicket")) return null;
  const seen = text === "" ? last?.id : begunAt;
  const isNewer = last !== undefined && seen !== last.id;
  const write = (to: string) => {
    if (text === "") setBegunAt(last?.id);
    setText(to);
  };
  const send = async () => {
    if (busy) return;
    const left = Object.keys(of.placeholders).find((name) => text.includes(`{${name}}`));
    if (left) {
      setFailure(`Write what {${left}} stands for: it is not known here.`);
      return;
    }
    setBusy(true);
    setFailure("");
    try {
      const file_ids = photos.map((photo) => photo.id);
      await call("answerTicket", { params: { id: of.id }, body: { text, file_ids, seen } });
      setText("");
      setPhotos([]);
      say("The answer is sent.");
    } catch (error) {
      // A newer message is shown with the messages, and above the button.
      if (codeOf(error) !== "CONFLICT") setFailure(sentenceOf(error));
    }
    await queryClient.invalidateQueries();
    setBusy(false);
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Templates of={of} onChoose={(chosen) => write(text ? `${text}\n\n${chosen}` : chosen)} />
      <div className="field">
        <label htmlFor={id}>
          Answer
          <span className="quiet">
            {" "}
            {of.driver.language
              ? `(the driver reads ${languageName(of.driver.language)})`
              : "(the driver has chosen no language)"}
          </span>
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={7}
          maxLength={MOST}
          required
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      </div>
      <Photos ticketId={of.id} of={photos} onChange={setPhotos} onFailure={setFailure} />
      {isNewer ? (
        <div className="note note--bad" role="alert">
          <p>
            <b>{last.credential ?? "The driver"} wrote while you were writing:</b>{" "}
            <span dir="auto">{last.text}</span>
          </p>
          <button type="button" onClick={() => setBegunAt(last.id)}>
            I have read it
          </button>
        </div>
      ) : null}
      {failure ? (
        <p className="note note--bad" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="dialog-actions">
        <button
          type="submit"
          className="btn btn--primary"
          disabled={isNewer}
          aria-busy={busy || undefined}
        >
          Send the answer
        </button>
      </div>
    </form>
  );
}

/** Puts a template into the answer, in the driver's language where there is one. */
function Templates({ of, onChoose }: { of: ConsoleTicket; onChoose: (text: string) => void }) {
  const [inLanguage, setInLanguage] = useState<string>();
  const [key, setKey] = useState("");
  const answer = useOperation("listAnswerTemplates", {});
  const language = inLanguage ?? of.driver.language ?? "en";
  const templates = answer.data?.data.templates ?? [];
  const chosen = templates.find((each) => each.key === key);
  if (templates.length === 0) return null;
  const fits = ({ category }: AnswerTemplate) => category === null || category === of.category;
  const sorted = [...templates.filter(fits), ...templates.filter((each) => !fits(each))];
  return (
    <div className="filters">
      <label>
        <span>Template</span>
        <select value={chosen?.key ?? ""} onChange={({ target }) => setKey(target.value)}>
          <option value="">None</option>
          {sorted.map((each) => (
            <option key={each.key} value={each.key}>
              {each.title}
              {textOf(each, language) === each.en && language !== "en" ? " (English only)" : ""}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Language</span>
        <select value={language} onChange={({ target }) => setInLanguage(target.value)}>
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      </label>
      {chosen ? (
        <button
          type="button"
          className="btn"
          onClick={() => {
            onChoose(filledIn(textOf(chosen, language), of.placeholders));
            setKey("");
          }}
        >
          Insert
        </button>
      ) : null}
    </div>
  );
}
