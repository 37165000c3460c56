import type { CatalogueEntry } from "@voltmarg/contract";
import { useSearchParams } from "react-router";
import type { Field } from "@voltmarg/contract/openapi";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { Download } from "../../ui/Download.tsx";
import { Filters } from "../../ui/Filters.tsx";
import { count } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";
import { addressOf, figure, LABELS, TYPES } from "./vehicle-words.ts";

/** The catalogue comes whole, some hundred models: it is searched here. */
const SEARCH: readonly Field[] = [{ name: "q", kind: "text" }];

const COLUMNS: readonly Column<CatalogueEntry>[] = [
  {
    head: "Model",
    cell: ({ make, model, variant }) => [make, model, variant].filter(Boolean).join(" "),
  },
  { head: "Kind", cell: ({ vehicle_type }) => TYPES[vehicle_type] },
  {
    head: "Battery",
    num: true,
    cell: ({ battery_capacity }) => figure(battery_capacity, "kWh"),
  },
  { head: "Range", num: true, cell: ({ range }) => figure(range, "km") },
  { head: "DC", num: true, cell: ({ max_dc_intake }) => figure(max_dc_intake, "kW") },
  { head: "Written by", cell: ({ written_by }) => written_by ?? "the catalogue" },
  { head: "Changed", cell: ({ updated_at }) => <At at={updated_at} /> },
];

/** The models that drivers choose their vehicle from. */
export default function VehicleModels() {
  const [search] = useSearchParams();
  const asked = (search.get("q") ?? "").toLowerCase();
  const catalogue = useOperation("listCatalogue", {});
  const fits = ({ make, model, variant }: CatalogueEntry) =>
    `${make} ${model} ${variant}`.toLowerCase().includes(asked);
  return (
    <Page
      title="Vehicle catalogue"
      about="The models that drivers choose from. What is written here stays when a release brings a new catalogue."
      actions={
        <>
          <Download name="listCatalogue" />
          <Operation name="putModel" label="Add a model" primary labels={LABELS} />
        </>
      }
    >
      <Filters fields={SEARCH} labels={{ q: "Make or model" }} />
      <Answered query={catalogue}>
        {({ data }) => {
          const shown = data.models.filter(fits);
          return shown.length === 0 ? (
            <Empty>{asked ? "No model is called so." : "The catalogue is empty."}</Empty>
          ) : (
            <>
              <p className="quiet">{count(shown.length)} models</p>
              <Table
                caption="Vehicle catalogue"
                rows={shown}
                keyOf={addressOf}
                hrefOf={addressOf}
                columns={COLUMNS}
              />
            </>
          );
        }}
      </Answered>
    </Page>
  );
}
