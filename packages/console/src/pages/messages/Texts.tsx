import type { MessageVersion } from "@voltmarg/contract";
import { languageName } from "@voltmarg/contract/languages";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";
import { TYPES } from "./text-words.ts";

const COLUMNS: readonly Column<MessageVersion>[] = [
  { head: "Title", cell: ({ title }) => title },
  { head: "Kind", cell: ({ type }) => TYPES[type] },
  { head: "Key", cell: ({ key }) => <code>{key}</code> },
  { head: "Language", cell: ({ language }) => languageName(language) },
  {
    head: "Version",
    num: true,
    cell: ({ version, removed }) => (
      <>
        {version} {removed ? <State of="REMOVED" /> : null}
      </>
    ),
  },
  { head: "By", cell: ({ written_by }) => written_by },
  { head: "Since", cell: ({ updated_at }) => <At at={updated_at} /> },
];

/** The provider's texts that drivers read, each in its newest version. */
export default function Texts() {
  return (
    <ListPage
      name="listMessageVersions"
      title="Texts"
      about="Questions and answers, terms, privacy and pop-ups. With a key, all versions of that text."
      labels={{ type: "Kind" }}
      rows={({ data }) => data.messages}
      keyOf={({ id, version }) => `${id} ${version}`}
      hrefOf={({ type, key }) => `/messages/${type}/${key}`}
      empty="No text was written yet."
      columns={COLUMNS}
      actions={
        <Operation
          name="putMessage"
          label="Write a text"
          primary
          labels={{ key: "Key, such as add-vehicle", type: "Kind", position: "Place in its kind" }}
        />
      }
    />
  );
}
