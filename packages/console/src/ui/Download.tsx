import { useSearchParams } from "react-router";
import { openDocument, type InputOf } from "../api/call.ts";
import { factsOf, type OperationName } from "../api/operations.ts";
import { SaveButton } from "./SaveButton.tsx";

/** Saves what the filters show as CSV. */
export function Download<N extends OperationName>({
  name,
  params,
}: {
  name: N;
  params?: Record<string, string>;
}) {
  const [search] = useSearchParams();
  // The address may say more than the service asks for, such as a list's view.
  const asked = (factsOf(name).query ?? []).filter((field) => field.name !== "cursor");
  const query = Object.fromEntries(
    asked.map((field) => [field.name, search.get(field.name) || undefined]),
  );
  const input = { params, query } as unknown as InputOf<N>;
  return (
    <SaveButton
      label="Save as CSV"
      fileName={`${name.replace(/^list/, "").toLowerCase()}.csv`}
      open={() => openDocument(name, input, "text/csv")}
    />
  );
}
