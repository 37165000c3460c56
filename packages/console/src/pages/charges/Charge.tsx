import type { ConsoleChargeDetails } from "@voltmarg/contract";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { kwh, rupees, words } from "../../ui/format.ts";
import { GoodwillNote } from "../../ui/GoodwillNote.tsx";
import { MESSAGE_COLUMNS } from "../../ui/message-columns.tsx";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { plugName, powerName } from "../../ui/plug-words.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, Facts, Money, State } from "../../ui/values.tsx";
import { STEPS, WAITS } from "./charge-words.ts";
import { MeterChart } from "./MeterChart.tsx";
import { Price } from "./Price.tsx";
import { Steps } from "./Steps.tsx";

/** One charging session, whole: this page answers most tickets. */
export default function Charge() {
  const { id = "" } = useParams();
  const charge = useOperation("getCharge", { params: { id } }, { live: true });
  const data = charge.data?.data;
  return (
    <Page
      title={data ? `${data.location.name}, ${data.location.city}` : "Charging session"}
      back={{ to: "/charges", label: "Charging sessions" }}
      about={data ? <Headline of={data} /> : null}
      actions={data ? <Actions of={data} /> : null}
    >
      <Answered query={charge}>{({ data: of }) => <Parts of={of} />}</Answered>
    </Page>
  );
}

const Headline = ({ of }: { of: ConsoleChargeDetails }) => (
  <span className="row">
    <State of={of.step}>{STEPS[of.step] ?? of.step}</State>
    {of.waits_for ? <State of={of.waits_for}>{WAITS[of.waits_for]}</State> : null}
    {of.failure ? <code>{of.failure}</code> : null}
    <At at={of.requested_at} />
  </span>
);

function Actions({ of }: { of: ConsoleChargeDetails }) {
  const params = { id: of.id };
  const bill = of.bills.findLast((each) => each.credit_of === null);
  const isCredited = of.bills.some((each) => each.credit_of !== null);
  return (
    <>
      {of.may.ask_again ? (
        <Operation
          name="askAboutCharge"
          label="Ask the operator"
          params={params}
          about="The operator is asked for the session and its CDR within seconds. What it says is among the steps."
          done="The operator is being asked."
        />
      ) : null}
      {of.may.stop ? (
        <Operation
          name="stopCharge"
          label="Stop"
          danger
          params={params}
          about="As if the driver had pressed Stop."
          done="The stop is on its way."
        />
      ) : null}
      {of.may.close_unbilled ? (
        <Operation
          name="closeChargeUnbilled"
          label="Close without a bill"
          danger
          params={params}
          about="What is held goes back to the driver. A CDR that comes later is set aside."
        />
      ) : null}
      <Operation
        name="giveGoodwill"
        label="Give goodwill"
        params={{ mobile: of.driver.id }}
        now={{ reference: `S-${of.id.slice(-10)}` }}
        fields={["amount_minor", "reason", "reference"]}
        about={<GoodwillNote />}
      />
      {bill && !bill.provisional && !isCredited ? (
        <Operation
          name="correctBill"
          label="Take the bill back"
          danger
          params={{ id: bill.id }}
          now={{ reference: `C-${bill.id.slice(-10)}` }}
          fields={["reason", "reference"]}
          about={
            <>
              The whole bill of <Money minor={bill.amount_minor} /> goes back by a credit note. A
              part is given as goodwill. A large bill waits for a second person of finance.
            </>
          }
        />
      ) : null}
      {bill && !bill.provisional && !isCredited ? (
        <Operation
          name="correctBuyer"
          label="Correct the buyer"
          params={{ id: bill.id }}
          about="Correct the GSTIN in the driver’s profile or the company first. The old buyer gets a credit note, the new one an invoice of the same total; no money is returned."
          done="The bill has a new invoice."
        />
      ) : null}
    </>
  );
}

type LedgerLine = Pick<ConsoleChargeDetails["ledger"][number], "at" | "kind" | "reason"> &
  ConsoleChargeDetails["ledger"][number]["postings"][number] & { key: string };

const BILLS: readonly Column<ConsoleChargeDetails["bills"][number]>[] = [
  { head: "Number", cell: ({ number, id }) => number ?? id },
  {
    head: "Kind",
    cell: ({ credit_of, provisional }) =>
      credit_of ? "Credit note" : provisional ? "Provisional bill" : "Bill",
  },
  { head: "Made", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Amount",
    num: true,
    cell: ({ amount_minor }) => <Money minor={amount_minor} />,
  },
];

const LEDGER: readonly Column<LedgerLine>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "What", cell: ({ kind, reason }) => `${words(kind)}: ${reason}` },
  { head: "From", cell: ({ from }) => <code>{from}</code> },
  { head: "To", cell: ({ to }) => <code>{to}</code> },
  {
    head: "Amount",
    num: true,
    cell: ({ amount_minor }) => <Money minor={amount_minor} />,
  },
];

const MESSAGES: readonly Column<ConsoleChargeDetails["messages"][number]>[] = [
  ...MESSAGE_COLUMNS,
  { head: "ms", num: true, cell: ({ milliseconds }) => milliseconds },
];

const Parts = ({ of }: { of: ConsoleChargeDetails }) => (
  <>
    <div className="columns">
      <Section title="What it is">
        <Facts of={factsOf(of)} />
      </Section>
      <Section title="Steps">
        <Steps of={of.steps} />
      </Section>
    </div>
    {of.meter.length > 0 ? (
      <Section title="Power and energy">
        <MeterChart of={of.meter} />
      </Section>
    ) : null}
    {of.price ? (
      <Section title="Price">
        <Price of={of.price} />
      </Section>
    ) : null}
    {of.bills.length > 0 ? (
      <Section title="Bills">
        <Table caption="Bills" rows={of.bills} keyOf={({ id }) => id} columns={BILLS} />
      </Section>
    ) : null}
    {of.ledger.length > 0 ? (
      <Section title="Ledger">
        <Table
          caption="Ledger lines"
          rows={of.ledger.flatMap(({ id, at, kind, reason, postings }) =>
            postings.map((posting, index) => ({
              ...posting,
              at,
              kind,
              reason,
              key: `${id} ${index}`,
            })),
          )}
          keyOf={({ key }) => key}
          columns={LEDGER}
        />
      </Section>
    ) : null}
    {of.messages.length > 0 ? (
      <Section title="OCPI messages">
        <Table
          caption="OCPI messages"
          rows={of.messages}
          keyOf={({ id }) => id}
          columns={MESSAGES}
        />
      </Section>
    ) : null}
  </>
);

function factsOf(of: ConsoleChargeDetails) {
  return [
    [
      "Driver",
      <Link key="d" to={`/drivers/${of.driver.id}`}>
        {of.driver.mobile_masked ?? "erased"}
      </Link>,
    ],
    ["Who pays", of.customer_type === "CORPORATE" ? "the company" : "the driver"],
    ["Vehicle", of.vehicle],
    [
      "Station",
      <Link key="l" to={`/locations/${of.location.id}`}>
        {of.location.name}
      </Link>,
    ],
    ["Charger", of.evse_label],
    ["EVSE", <code key="e">{of.evse_uid}</code>],
    ["Plug", `${plugName(of.connector.standard)}, ${powerName(of.connector.power_type)}`],
    [
      "Operator",
      <Link key="o" to={`/partners/${of.operator.id}`}>
        {of.operator.name}
      </Link>,
    ],
    ["Limit", limitText(of.limit)],
    [
      "Held",
      of.hold_minor === null ? "nothing: a company pays" : <Money key="h" minor={of.hold_minor} />,
    ],
    ["Bound", <Money key="b" minor={of.bound_minor} />],
    ["Began", <At key="s" at={of.start_date_time} precise />],
    ["Ended", <At key="x" at={of.end_date_time} precise />],
    [
      "Energy",
      of.kwh === null
        ? null
        : `${kwh(of.kwh)}${of.meter_fell ? ", the highest that its operator told: later values were lower" : ""}`,
    ],
    ["Cost", <Money key="c" minor={of.cost_minor} />],
    ["Stop", of.stop ? words(of.stop.reason ?? "asked for") : "not asked for"],
    ["Our id", <code key="i">{of.id}</code>],
    ["The operator’s id", of.ocpi_session_id ? <code key="oi">{of.ocpi_session_id}</code> : null],
    [
      "Tickets",
      of.tickets.length === 0
        ? "none"
        : of.tickets.map(({ id, number, state }) => (
            <Link key={id} to={`/tickets/${id}`}>{`${number} (${words(state)}) `}</Link>
          )),
    ],
  ] as const;
}

const LIMITS = [
  ["MONEY", "selectedMoney", (value: number) => rupees(value * 100)],
  ["TIME", "selectedTime", (value: number) => `${value} min`],
  ["RANGE", "selectedRange", (value: number) => `${value} km`],
  ["ENERGY", "selectedPower", kwh],
] as const;

/** What the driver chose as the end. */
function limitText(limit: Record<string, unknown>): string {
  const set = LIMITS.filter(([, field]) => typeof limit[field] === "number");
  const chosen = set.find(([kind]) => kind === limit["limitBy"]) ?? set[0];
  return chosen ? chosen[2](limit[chosen[1]] as number) : "none";
}
