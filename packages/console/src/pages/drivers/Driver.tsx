import type { ConsoleDriver, TimelineEntry } from "@voltmarg/contract";
import { languageName } from "@voltmarg/contract/languages";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { count, words } from "../../ui/format.ts";
import { List } from "../../ui/ListPage.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { Ago, At, Facts, Money } from "../../ui/values.tsx";
import { DriverActions } from "./DriverActions.tsx";
import { ShowDriver } from "./ShowDriver.tsx";

/** A driver: facts, wallet, vehicles, devices, and everything that happened. */
export default function Driver() {
  const { id = "" } = useParams();
  const driver = useOperation("getConsoleDriver", { params: { id } });
  const data = driver.data?.data;
  return (
    <Page
      title={data ? titleOf(data) : "Driver"}
      back={{ to: "/drivers", label: "Drivers" }}
      about={<code>{id}</code>}
      actions={data && !data.erased_at ? <DriverActions of={data} /> : null}
    >
      <Answered query={driver}>{({ data: of }) => <Parts of={of} />}</Answered>
    </Page>
  );
}

const titleOf = (of: ConsoleDriver): string =>
  of.erased_at
    ? "Erased driver"
    : [of.name_masked, of.mobile_masked].filter(Boolean).join(", ") || "Driver";

const DEVICES: readonly Column<ConsoleDriver["devices"][number]>[] = [
  {
    head: "Device",
    cell: ({ browser, system, device_type }) =>
      [browser, system].filter(Boolean).join(", ") || words(device_type),
  },
  { head: "Signed in", cell: ({ signed_in_at }) => <At at={signed_in_at} /> },
  { head: "Last seen", cell: ({ last_seen_at }) => <Ago at={last_seen_at} /> },
];

const TIMELINE: readonly Column<TimelineEntry>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "What", cell: (entry) => <Entry of={entry} /> },
  {
    head: "More",
    cell: ({ kind, text }) => (
      <span dir="auto">{kind === "TICKET" && text ? words(text) : text}</span>
    ),
  },
  {
    head: "Amount",
    num: true,
    cell: ({ amount_minor }) => (amount_minor === null ? "–" : <Money minor={amount_minor} />),
  },
];
const KINDS: Record<TimelineEntry["kind"], string> = {
  ACCOUNT: "Account",
  CHARGE: "Charging session",
  BILL: "Bill",
  MOVEMENT: "Wallet",
  PAYMENT: "Payment",
  REFUND: "Refund",
  TICKET: "Ticket",
  MESSAGE: "Message",
};

/** What happened, leading to its page where it has one. */
function Entry({ of: { kind, id, what } }: { of: TimelineEntry }) {
  const to =
    kind === "CHARGE"
      ? `/charges/${id}`
      : kind === "TICKET"
        ? `/tickets/${id}`
        : kind === "BILL"
          ? `/charges?q=${encodeURIComponent(id)}`
          : undefined;
  const text = `${KINDS[kind]}: ${words(what)}`;
  return to ? <Link to={to}>{text}</Link> : text;
}

const Parts = ({ of }: { of: ConsoleDriver }) => (
  <>
    <div className="columns">
      <Section
        title="Facts"
        actions={
          <>
            {of.erased_at ? null : <ShowDriver id={of.id} />}
            <Link className="btn" to={`/audit?object=${of.id}`}>
              Who looked at this driver
            </Link>
          </>
        }
      >
        <Facts of={factsOf(of)} />
      </Section>
      <div>
        <Section title="Wallet">
          {of.wallet ? (
            <Facts
              of={[
                ["Balance", <Money key="b" minor={of.wallet.balance_minor} />],
                ["Of it held", <Money key="h" minor={of.wallet.held_minor} />],
                ["Of it goodwill", <Money key="g" minor={of.wallet.goodwill_minor} />],
                ["On its way back", <Money key="w" minor={of.wallet.withdrawing_minor} />],
              ]}
            />
          ) : (
            <Empty>A company pays.</Empty>
          )}
        </Section>
        <Section title="Signed-in devices">
          {of.devices.length === 0 ? (
            <Empty>The driver is signed in nowhere.</Empty>
          ) : (
            <Table
              caption="Signed-in devices"
              columns={DEVICES}
              rows={of.devices}
              keyOf={({ signed_in_at, browser }) => `${signed_in_at} ${browser}`}
            />
          )}
        </Section>
      </div>
    </div>
    <Section title="Everything that happened">
      <List
        name="getDriverTimeline"
        title="Everything that happened, newest first"
        params={{ id: of.id }}
        rows={({ content }) => content}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        columns={TIMELINE}
        empty="Nothing happened yet."
      />
    </Section>
  </>
);

const factsOf = (of: ConsoleDriver) =>
  [
    ["Number", of.mobile_masked ?? "erased"],
    ["Name", of.erased_at ? "erased" : (of.name_masked ?? "none given")],
    [
      "Who pays",
      of.company ? (
        <Link key="c" to={`/companies/${of.company.id}`}>
          {of.company.name}
        </Link>
      ) : (
        "the driver"
      ),
    ],
    ["Language", of.language ? languageName(of.language) : "not chosen"],
    ["Several sessions at once", of.allow_multi_charging ? "allowed" : "not allowed"],
    ["Vehicles", of.vehicles.length > 0 ? of.vehicles.join("; ") : "none"],
    [
      "Charging sessions",
      <Link key="s" to={`/charges?q=${of.id}`}>
        {`${count(of.charges)}, of them under way: ${count(of.open_charges)}`}
      </Link>,
    ],
    [
      "Tickets not closed",
      <Link key="t" to={`/tickets?q=${of.id}`}>
        {count(of.open_tickets)}
      </Link>,
    ],
    [
      "Audit log",
      <Link key="l" to={`/account-audit?mobile=${of.id}`}>
        Acts of the account
      </Link>,
    ],
    ["Signed up", <At key="u" at={of.created_at} />],
    ["Closed", of.closed_at ? <At key="x" at={of.closed_at} /> : "no"],
    ["Erased", of.erased_at ? <At key="e" at={of.erased_at} /> : "no"],
  ] as const;
