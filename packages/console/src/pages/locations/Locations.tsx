import type { ConsoleLocation } from "@voltmarg/contract";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { count } from "../../ui/format.ts";
import { Download } from "../../ui/Download.tsx";
import { List } from "../../ui/ListPage.tsx";
import { Page } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At, State } from "../../ui/values.tsx";

const Plot = lazy(() => import("./Plot.tsx"));

const COLUMNS: readonly Column<ConsoleLocation>[] = [
  { head: "Station", cell: ({ name }) => name },
  {
    head: "Where",
    cell: ({ address, city, state }) =>
      [address, city, state].filter(Boolean).join(", ") || "not known",
  },
  { head: "Operator", cell: ({ operator }) => operator.name },
  { head: "Operator’s id", cell: ({ ocpi_id }) => <code>{ocpi_id}</code> },
  { head: "Chargers", num: true, cell: ({ evses }) => count(evses.total) },
  { head: "Free", num: true, cell: ({ evses }) => count(evses.free) },
  { head: "Out of order", num: true, cell: ({ evses }) => count(evses.down) },
  {
    head: "In the app",
    cell: ({ hidden, publish }) =>
      hidden ? (
        <span className="stack">
          <State of="HIDDEN" />
          <small>{hidden.because}</small>
        </span>
      ) : publish ? (
        "shown"
      ) : (
        "for chosen drivers"
      ),
  },
  { head: "Changed", cell: ({ last_updated }) => <At at={last_updated} /> },
];

/** As many as a map shows at a glance. */
const GIVEN = { limit: "100" };

/** The stations of all operators. Where they are is drawn above them where the address says so. */
export default function Locations() {
  const [search, setSearch] = useSearchParams();
  const isDrawn = search.get("view") === "map";
  const draw = () =>
    setSearch(
      (before) => {
        const to = new URLSearchParams(before);
        if (isDrawn) to.delete("view");
        else to.set("view", "map");
        return to;
      },
      { replace: true },
    );
  return (
    <Page
      title="Stations"
      about="Of all operators, by name, whatever drivers see of them."
      actions={
        <>
          <Download name="listLocations" />
          <button type="button" className="btn" aria-pressed={isDrawn} onClick={draw}>
            Map
          </button>
        </>
      }
    >
      {isDrawn ? (
        <Suspense>
          <Plot given={GIVEN} />
        </Suspense>
      ) : null}
      <List
        name="listLocations"
        title="Stations"
        given={GIVEN}
        labels={{ q: "Name, id, or code on a charger", hidden: "Hidden from drivers" }}
        rows={({ content }) => content}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/locations/${id}`}
        empty="No operator has sent a station yet."
        columns={COLUMNS}
      />
    </Page>
  );
}
