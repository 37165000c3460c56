import type { PartnerRecord } from "@voltmarg/contract";
import { Link, useParams } from "react-router";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { lasting } from "../../ui/format.ts";
import { Health } from "../../ui/Health.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { Ago, At, Facts, State } from "../../ui/values.tsx";
import { Checks } from "./Checks.tsx";
import { Claims } from "./Claims.tsx";
import { Figures } from "./Figures.tsx";
import { PartnerActions } from "./PartnerActions.tsx";
import { isWaiting, partyWords, STATES } from "./partner-words.ts";

/** One operator: how well it works, what it may do, and its connection. */
export default function Partner() {
  const { id = "" } = useParams();
  const partner = useOperation("getPartnerRecord", { params: { id } }, { live: true });
  const data = partner.data?.data;
  return (
    <Page
      title={data?.name ?? "Operator"}
      back={{ to: "/partners", label: "Operators" }}
      about={data ? <Headline of={data} /> : null}
      actions={data ? <PartnerActions of={data} /> : null}
    >
      <Answered query={partner}>{({ data: of }) => <Parts of={of} />}</Answered>
    </Page>
  );
}

const Headline = ({ of }: { of: PartnerRecord }) => (
  <span className="row">
    <State of={of.state}>{STATES[of.state]}</State>
    {isWaiting(of) ? <State of="WAITING">Waits for you</State> : null}
    <Health of={of.health} />
    {of.health.last_contact_at ? (
      <span>
        last word <Ago at={of.health.last_contact_at} /> ago
      </span>
    ) : (
      "never heard"
    )}
  </span>
);

const PARTIES: readonly Column<PartnerRecord["parties"][number]>[] = [
  { head: "Party", cell: (party) => <code>{partyWords(party)}</code> },
  { head: "Name", cell: ({ name }) => name ?? "not known" },
  { head: "Role", cell: ({ role }) => role },
  { head: "What the hub says", cell: ({ status }) => status ?? "–" },
];

const Parts = ({ of }: { of: PartnerRecord }) => (
  <>
    {isWaiting(of) ? (
      <Section title="Waits for you">
        <Claims of={of} />
      </Section>
    ) : null}
    <div className="columns">
      <Section title="Figures of 30 days">
        <Figures id={of.id} />
      </Section>
      <Section title="Connection">
        <Checks of={of} />
      </Section>
    </div>
    <Section
      title="OCPI"
      actions={
        <>
          <Link className="btn" to={`/partners/${of.id}/messages`}>
            Messages
          </Link>
          <Link className="btn" to={`/partners/${of.id}/findings`}>
            Findings
          </Link>
          <Link className="btn" to={`/charges?operator=${of.id}`}>
            Charging sessions
          </Link>
          <Link className="btn" to={`/operator-invoices?operator=${of.id}`}>
            Invoices
          </Link>
        </>
      }
    >
      <Facts of={factsOf(of)} />
    </Section>
    <Section title="Parties">
      {of.parties.length === 0 ? (
        <Empty>It may not speak for any party yet.</Empty>
      ) : (
        <Table caption="Parties" rows={of.parties} keyOf={partyWords} columns={PARTIES} />
      )}
    </Section>
  </>
);

const SECOND_MS = 1_000;

const factsOf = (of: PartnerRecord) =>
  [
    ["Our name for it", of.desk_name],
    ["Kind", of.partner_type === "HUB" ? "Hub" : "Operator"],
    ["Versions URL", of.versions_url ? <code key="v">{of.versions_url}</code> : null],
    ["Further hosts", of.hosts.join(", ") || "none"],
    ["Speaks OCPI", of.ocpi_version],
    ["Reads tokens", of.token_encoding === "raw" ? "as they are" : "in Base64, as OCPI 2.2.1 says"],
    ["Added", <At key="a" at={of.created_at} />],
    ["Registered", <At key="r" at={of.registered_at} />],
    ["Read last", <At key="p" at={of.pulled_at} />],
    ["Read whole last", <At key="w" at={of.whole_pulled_at} />],
    [
      "Read whole every",
      of.whole
        ? `${lasting(of.whole.every_seconds * SECOND_MS)}; the last one repaired ${of.whole.healed} of ${of.whole.of} stations`
        : null,
    ],
    ...(of.rotating_since
      ? ([["Waits for new tokens since", <At key="t" at={of.rotating_since} />]] as const)
      : []),
    ["Our id", <code key="i">{of.id}</code>],
  ] as const;
