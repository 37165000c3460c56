import { useState } from "react";
import { useSearchParams } from "react-router";
import { openDocument, sentenceOf, type InputOf } from "../api/call.ts";
import { factsOf, type OperationName } from "../api/operations.ts";
import { say } from "./toasts.tsx";

/** Saves what the filters show as CSV. */
export function Download<N extends OperationName>({
  name,
  params,
}: {
  name: N;
  params?: Record<string, string>;
}) {
  const [search] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    // The address may say more than the service asks for, such as a list's view.
    const asked = (factsOf(name).query ?? []).filter((field) => field.name !== "cursor");
    const query = Object.fromEntries(
      asked.map((field) => [field.name, search.get(field.name) || undefined]),
    );
    const input = { params, query } as unknown as InputOf<N>;
    const response = await openDocument(name, input, "text/csv");
    const href = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = href;
    link.download = `${name.replace(/^list/, "").toLowerCase()}.csv`;
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
      Save as CSV
    </button>
  );
}
