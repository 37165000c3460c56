import "../../styles/prices.css";
import type { CompanyAccount, Vehicle } from "@voltmarg/contract";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { monthOf } from "@voltmarg/rules";
import { List } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Facts, Money, State } from "../../ui/values.tsx";
import { useNow } from "../../ui/use-now.ts";
import { Numbers } from "./Numbers.tsx";

/** One employer: what it may spend and owes, whose charging sessions it pays, its vehicles. */
export default function Company() {
  const { id = "" } = useParams();
  const company = useOperation("getCompany", { params: { id } });
  const data = company.data?.data;
  return (
    <Page
      title={data?.name ?? "Company"}
      back={{ to: "/companies", label: "Companies" }}
      about={data ? <State of={data.state} /> : null}
      actions={data ? <Actions of={data} /> : null}
    >
      <Answered query={company}>
        {({ data: of }) => (
          <>
            <div className="columns">
              <Section title="Limit and debt">
                <Facts of={moneyOf(of)} />
              </Section>
              <Section title="On its invoices">
                <Facts of={billingOf(of)} />
              </Section>
            </div>
            <Numbers of={of} />
          </>
        )}
      </Answered>
      <Vehicles id={id} />
    </Page>
  );
}

function Actions({ of }: { of: CompanyAccount }) {
  const month = monthOf(new Date(useNow()));
  return (
    <>
      <Operation
        name="recordCompanyPayment"
        label="Book a payment"
        primary
        params={{ id: of.id }}
        about={
          <>
            {of.name} owes <Money minor={of.owed_minor} />.
          </>
        }
        done="The payment is booked."
      />
      <Operation
        name="reverseCompanyPayment"
        label="Take back a payment"
        danger
        params={{ id: of.id }}
        about="One that was booked by mistake: its statement shows both. Book the right one under a reference of its own."
        done="The payment is taken back."
      />
      <Operation
        name="updateCompany"
        label="Change"
        params={{ id: of.id }}
        now={of}
        about="Suspended: no new charging session starts; one under way goes on to its end. An empty limit is no limit. The limit of each number holds for those without one of their own. A GSTIN needs an address, a city, and a PIN code of its state."
        done="The company is changed."
      />
      <Link className="btn" to={`/companies/${of.id}/statements/${month}`}>
        Statements
      </Link>
    </>
  );
}

const moneyOf = (of: CompanyAccount) =>
  [
    [
      "Limit a month",
      of.limit_minor === null ? "no limit" : <Money key="l" minor={of.limit_minor} />,
    ],
    [
      "Limit of each number",
      of.number_limit_minor === null ? "no limit" : <Money key="n" minor={of.number_limit_minor} />,
    ],
    ["Billed this month", <Money key="b" minor={of.billed_minor} />],
    ["Under way, at most", <Money key="o" minor={of.open_minor} />],
    [
      "Left this month",
      of.left_minor === null ? "no limit" : <Money key="f" minor={of.left_minor} />,
    ],
    [
      of.owed_minor < 0 ? "Has paid ahead" : "Owes in all",
      <Money key="w" minor={Math.abs(of.owed_minor)} />,
    ],
  ] as const;

const billingOf = (of: CompanyAccount) =>
  [
    ["Address", of.address],
    ["City", of.city],
    ["PIN code", of.postal_code],
    ["GSTIN", of.gst_in ? <code key="g">{of.gst_in}</code> : null],
    ["E-mail", of.email],
  ] as const;

const VEHICLE_FIELDS = [
  "registration",
  "make",
  "model",
  "variant",
  "vehicle_type",
  "battery_capacity",
  "range",
  "max_dc_intake",
  "onboard_charger_capacity",
];
const VEHICLE_LABELS = {
  battery_capacity: "Battery in kWh",
  range: "Range in km",
  max_dc_intake: "Fastest DC charging in kW",
  onboard_charger_capacity: "AC charger in kW",
};
const figure = (value: number | null, unit: string) =>
  value === null ? "not known" : `${value} ${unit}`;

const vehicleColumns = (company: string): readonly Column<Vehicle>[] => [
  { head: "Registration", cell: ({ registration }) => registration ?? "not known" },
  { head: "Vehicle", cell: ({ make, model, variant }) => `${make} ${model} ${variant}`.trim() },
  { head: "Battery", num: true, cell: ({ battery_capacity }) => figure(battery_capacity, "kWh") },
  { head: "Range", num: true, cell: ({ range }) => figure(range, "km") },
  {
    head: "Changes",
    cell: ({ id, make, model, registration }) => (
      <Operation
        name="removeCompanyVehicle"
        label="Remove"
        danger
        params={{ id: company, vehicleId: id }}
        about={`${make} ${model} ${registration ?? ""}: drivers can no longer choose it.`}
        done="The vehicle is removed."
      />
    ),
  },
];
const columnsOf = new Map<string, readonly Column<Vehicle>[]>();
/** The same columns for the same company: a table whose columns are new is drawn anew. */
function columnsFor(company: string): readonly Column<Vehicle>[] {
  const columns = columnsOf.get(company) ?? vehicleColumns(company);
  columnsOf.set(company, columns);
  return columns;
}

const Vehicles = ({ id }: { id: string }) => (
  <Section
    title="Vehicles"
    actions={
      <Operation
        name="addCompanyVehicle"
        label="Add a vehicle"
        params={{ id }}
        fields={VEHICLE_FIELDS}
        labels={VEHICLE_LABELS}
        about="Without inlets it gets the usual ones of its type."
        done="The vehicle is added."
      />
    }
  >
    <List
      name="listVehiclesOfCompany"
      title="Vehicles"
      params={{ id }}
      rows={({ content }) => content}
      keyOf={({ id: vehicle }) => vehicle}
      empty="It has no vehicles of its own here. Its drivers use theirs."
      columns={columnsFor(id)}
    />
  </Section>
);
