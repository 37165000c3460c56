import { openDocument } from "../../api/call.ts";
import { SaveButton } from "../../ui/SaveButton.tsx";

const TYPES = [
  ["CSV", "text/csv"],
  ["PDF", "application/pdf"],
] as const;

/** A month's statement as a file, for the company's own books. */
export const SaveStatement = (params: { id: string; month: string }) =>
  TYPES.map(([name, type]) => (
    <SaveButton
      key={name}
      label={`Save as ${name}`}
      fileName={`statement-${params.month}.${name.toLowerCase()}`}
      open={() => openDocument("getCompanyStatement", { params }, type)}
    />
  ));
