import type { Breach } from "@voltmarg/contract";
import { languageName, languages } from "@voltmarg/contract/languages";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

const PARTS = {
  happened: "What happened, when and to which data",
  consequences: "What it may mean for the driver",
  done: "What was done",
  advice: "What the driver should do",
  contact: "Who answers questions",
};

const LABELS = {
  who: "Who is affected",
  drivers: "Listed: numbers or account ids, one a line",
  from: "Active: from",
  until: "Active: until",
  phone: "Number to call, which the SMS names",
  ...Object.fromEntries(
    Object.entries(PARTS).flatMap(([part, label]) =>
      languages.map((of) => [`${part}_${of}`, `${label} (${languageName(of)})`]),
    ),
  ),
};

const COLUMNS: readonly Column<Breach>[] = [
  { head: "At", cell: ({ at }) => <At at={at} /> },
  { head: "Reference", cell: ({ reference }) => <code>{reference}</code> },
  { head: "What they read", cell: ({ text_en }) => text_en },
  { head: "Reason", cell: ({ reason }) => reason },
  { head: "By", cell: ({ told_by }) => told_by },
  {
    head: "Done",
    cell: ({ finished_at }) => (finished_at ? <At at={finished_at} /> : "goes on"),
  },
  { head: "Told", num: true, cell: ({ told }) => told },
  { head: "Reached", num: true, cell: ({ reached }) => reached },
  { head: "On the way", num: true, cell: ({ waiting }) => waiting },
  { head: "Not reached", num: true, cell: ({ not_reached }) => not_reached },
];

/** Breaches of data that drivers were told of. */
export default function Breaches() {
  return (
    <ListPage
      name="listBreaches"
      title="Breaches"
      about="The law has every affected driver told without delay, CERT-In within six hours, and the Board with details within 72."
      rows={({ data }) => data.breaches}
      keyOf={({ id }) => id}
      empty="No driver was told of a breach."
      columns={COLUMNS}
      actions={
        <Operation
          name="tellBreach"
          label="Tell drivers"
          primary
          labels={LABELS}
          about="A notification, an SMS and a mail go to each affected driver, closed accounts included, once a second member has confirmed it."
        />
      }
    />
  );
}
