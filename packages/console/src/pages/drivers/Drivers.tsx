import type { ConsoleFound } from "@voltmarg/contract";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Empty, Page } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

const LEAST = 3;
const WAIT_MS = 400;
const COLUMNS: readonly Column<ConsoleFound>[] = [
  { head: "Driver", cell: ({ title }) => title },
  { head: "Account", cell: ({ id }) => <code>{id}</code> },
  { head: "Signed up", cell: ({ at }) => <At at={at} /> },
];

/** Finds a driver. There is no list of all of them. */
export default function Drivers() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("q") ?? "";
  const [text, setText] = useState(asked);
  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(
      () => setSearch(text.trim() ? { q: text.trim() } : {}, { replace: true }),
      WAIT_MS,
    );
    return () => clearTimeout(timer);
  }, [text, asked, setSearch]);
  const isAsked = asked.length >= LEAST;
  const found = useOperation("searchConsole", { query: { q: asked } }, { enabled: isAsked });
  return (
    <Page
      title="Drivers"
      about="Found by number or its last four digits, by name, or by account id."
    >
      <input
        className="search-field"
        type="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Number or its last four digits, name, or account id"
        placeholder="Number or its last four digits, name, account id"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isAsked ? (
        <Answered query={found}>
          {({ data }) => {
            const drivers = data.found.filter(({ kind }) => kind === "DRIVER");
            return drivers.length === 0 ? (
              <Empty>No driver was found.</Empty>
            ) : (
              <Table
                caption="Drivers"
                columns={COLUMNS}
                rows={drivers}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => `/drivers/${id}`}
              />
            );
          }}
        </Answered>
      ) : (
        <Empty>Four digits of a number are enough.</Empty>
      )}
    </Page>
  );
}
