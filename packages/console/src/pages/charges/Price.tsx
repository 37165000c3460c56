import type { ConsoleChargeDetails } from "@voltmarg/contract";
import { words } from "../../ui/format.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { Money, Raw } from "../../ui/values.tsx";

const PAISE = 100;

type Part = NonNullable<ConsoleChargeDetails["price"]>["parts"][number];

const COLUMNS: readonly Column<Part>[] = [
  { head: "Without GST", cell: ({ part }) => words(part) },
  {
    head: "Billed",
    num: true,
    cell: ({ billed_excl_minor }) => <Money minor={billed_excl_minor} />,
  },
  {
    head: "The operator asks",
    num: true,
    cell: ({ asked_excl }) => (
      <Money minor={asked_excl === null ? null : Math.round(asked_excl * PAISE)} />
    ),
  },
  {
    head: "Between",
    num: true,
    cell: ({ billed_excl_minor, asked_excl }) => (
      <Money
        minor={asked_excl === null ? null : billed_excl_minor - Math.round(asked_excl * PAISE)}
      />
    ),
  },
];

/** What the driver was billed for beside what the operator asks for the same, both without GST. */
export const Price = ({ of }: { of: NonNullable<ConsoleChargeDetails["price"]> }) => (
  <>
    <Table
      caption="The bill beside what the operator asks, without GST"
      rows={of.parts}
      keyOf={({ part }) => part}
      columns={COLUMNS}
    />
    <details>
      <summary>The bill line by line</summary>
      <Raw>{of.lines}</Raw>
    </details>
  </>
);
