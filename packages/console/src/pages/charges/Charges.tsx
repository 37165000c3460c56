import type { ConsoleCharge } from "@voltmarg/contract";
import { Money, Ago, At, State } from "../../ui/values.tsx";
import type { Column } from "../../ui/Table.tsx";
import { ListPage } from "../../ui/ListPage.tsx";
import { kwh } from "../../ui/format.ts";
import { STEPS, WAITS } from "./charge-words.ts";

const COLUMNS: readonly Column<ConsoleCharge>[] = [
  { head: "Asked for", cell: ({ requested_at }) => <At at={requested_at} /> },
  { head: "Driver", cell: ({ driver }) => driver.mobile_masked ?? "erased" },
  { head: "Station", cell: ({ location }) => `${location.name}, ${location.city}` },
  { head: "Operator", cell: ({ operator }) => operator.name },
  {
    head: "State",
    cell: ({ step, waits_for, failure }) => (
      <span className="stack">
        <State of={step}>{STEPS[step] ?? step}</State>
        {waits_for ? <State of={waits_for}>{WAITS[waits_for]}</State> : null}
        {failure ? <small>{failure}</small> : null}
      </span>
    ),
  },
  { head: "For", cell: ({ requested_at }) => <Ago at={requested_at} /> },
  {
    head: "Energy",
    num: true,
    cell: ({ kwh: energy }) => (energy === null ? "–" : kwh(energy)),
  },
  {
    head: "Cost",
    num: true,
    cell: ({ cost_minor }) => (cost_minor === null ? "–" : <Money minor={cost_minor} />),
  },
];

export default function Charges() {
  return (
    <ListPage
      name="listCharges"
      title="Charging sessions"
      live
      labels={{ q: "Session, bill, driver’s id or whole number" }}
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => `/charges/${id}`}
      empty="No driver has started a charging session yet."
      columns={COLUMNS}
    />
  );
}
