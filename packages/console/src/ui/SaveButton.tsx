import { useState } from "react";
import { sentenceOf } from "../api/call.ts";
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
  const save = async () => {
    const href = URL.createObjectURL(await (await open()).blob());
    const link = document.createElement("a");
    link.href = href;
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(href);
  };
  return (
    <button
      type="button"
      className="btn"
      aria-busy={busy || undefined}
      onClick={() => {
        setBusy(true);
        void save()
          .catch((error: unknown) => say(sentenceOf(error)))
          .finally(() => setBusy(false));
      }}
    >
      {label}
    </button>
  );
}
