import type { CatalogueEntry } from "@voltmarg/contract";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { words } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { At, Facts } from "../../ui/values.tsx";
import { figure, LABELS, TYPES } from "./vehicle-words.ts";

/** One model of the catalogue. */
export default function VehicleModel() {
  const { make = "", model = "" } = useParams();
  const [search] = useSearchParams();
  const variant = search.get("variant") ?? "";
  const catalogue = useOperation("listCatalogue", {});
  const found = catalogue.data?.data.models.find(
    (each) => each.make === make && each.model === model && each.variant === variant,
  );
  return (
    <Page
      title={[make, model, variant].filter(Boolean).join(" ")}
      back={{ to: "/vehicle-models", label: "Vehicle catalogue" }}
      actions={found ? <Actions of={found} /> : null}
    >
      <Answered query={catalogue}>
        {() =>
          found ? (
            <Section title="What is known">
              <Facts of={factsOf(found)} />
            </Section>
          ) : (
            <Empty>The catalogue has no such model.</Empty>
          )
        }
      </Answered>
    </Page>
  );
}

function Actions({ of }: { of: CatalogueEntry }) {
  const navigate = useNavigate();
  const params = { make: of.make, model: of.model };
  return (
    <>
      <Operation
        name="putModel"
        label="Change"
        params={params}
        fixed={{ variant: of.variant }}
        now={{ ...of }}
        labels={LABELS}
        about="Vehicles that drivers have already stay as they are."
      />
      <Operation
        name="removeModel"
        label="Remove"
        danger
        params={params}
        query={{ variant: of.variant }}
        about="Nobody can choose it any more. Vehicles that drivers have already stay as they are."
        onDone={() => void navigate("/vehicle-models")}
      />
    </>
  );
}

const factsOf = (of: CatalogueEntry) =>
  [
    ["Kind", TYPES[of.vehicle_type]],
    ["Body", of.body_type ? words(of.body_type) : null],
    ["Battery", figure(of.battery_capacity, "kWh")],
    ["Range", figure(of.range, "km")],
    ["Range in everyday use", figure(of.real_range, "km")],
    ["DC", figure(of.max_dc_intake, "kW")],
    ["AC", figure(of.onboard_charger_capacity, "kW")],
    ["Inlets", of.inlets.map(words).join(", ") || "not known"],
    ["Sold", [of.from_year ?? "?", of.to_year ?? "today"].join(" to ")],
    ["Where it is from", of.source],
    ["As of", of.source_date],
    ["Sure", words(of.confidence)],
    ["Written by", of.written_by ?? "the catalogue"],
    ["Changed", <At key="c" at={of.updated_at} />],
  ] as const;
