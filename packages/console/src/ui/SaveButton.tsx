import { useState } from "react";
import { sentenceOf } from "../api/call.ts";
import { saveFile } from "./save-file.ts";
import { say } from "./toasts.tsx";

/** Saves what the service answers as a file. */
export function SaveButton({
  label,
  fileName,
  open,
}: {
  label: string;
  fileName: string;
  open: () => Promise<Response>;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <button
      type="button"
      className="btn"
      aria-busy={busy || undefined}
      onClick={() => {
        setBusy(true);
        void open()
          .then((response) => saveFile(response, fileName))
          .catch((error: unknown) => say(sentenceOf(error)))
          .finally(() => setBusy(false));
      }}
    >
      {label}
    </button>
  );
}
