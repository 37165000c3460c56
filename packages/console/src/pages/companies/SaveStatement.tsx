import { openDocument, sentenceOf } from "../../api/call.ts";
import { say } from "../../ui/toasts.tsx";

const TYPES = [
  ["CSV", "text/csv"],
  ["PDF", "application/pdf"],
] as const;

async function save(params: { id: string; month: string }, type: string, ending: string) {
  const response = await openDocument("getCompanyStatement", { params }, type);
  const href = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = href;
  link.download = `statement-${params.month}.${ending}`;
  link.click();
  URL.revokeObjectURL(href);
}

/** A month's statement as a file, for the company's own books. */
export const SaveStatement = (params: { id: string; month: string }) =>
  TYPES.map(([name, type]) => (
    <button
      key={name}
      type="button"
      className="btn"
      onClick={() =>
        void save(params, type, name.toLowerCase()).catch((error: unknown) =>
          say(sentenceOf(error)),
        )
      }
    >
      {`Save as ${name}`}
    </button>
  ));
