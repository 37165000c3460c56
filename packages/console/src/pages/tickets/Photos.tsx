import type { FileRecord } from "@voltmarg/contract";
import { useId, useState } from "react";
import { call, sentenceOf } from "../../api/call.ts";

const MOST = 5;

/** The photos of an answer that is being written. Each is sent when it is chosen. */
export function Photos({
  ticketId,
  of,
  onChange,
  onFailure,
}: {
  ticketId: string;
  of: readonly FileRecord[];
  onChange: (photos: readonly FileRecord[]) => void;
  onFailure: (sentence: string) => void;
}) {
  const [busy, setBusy] = useState(false);
  const id = useId();
  const add = async (files: readonly File[]) => {
    setBusy(true);
    onFailure("");
    const kept = [...of];
    try {
      for (const file of files.slice(0, MOST - of.length)) {
        const form = new FormData();
        form.set("file", file);
        const { data } = await call("addTicketPhoto", { params: { id: ticketId }, form });
        kept.push(data);
        onChange(kept.slice());
      }
    } catch (error) {
      onFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        Photos<span className="quiet"> (optional, at most {MOST})</span>
      </label>
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple
        disabled={busy || of.length >= MOST}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          void add(files);
        }}
      />
      <output className="help">{busy ? "Sending" : ""}</output>
      {of.length > 0 ? (
        <ul className="row">
          {of.map((photo, nth) => (
            <li key={photo.id}>
              Photo {nth + 1}, {photo.width} × {photo.height}{" "}
              <button
                type="button"
                className="btn"
                aria-label={`Take photo ${nth + 1} out`}
                onClick={() => onChange(of.filter((each) => each !== photo))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
