import type { ConsoleChargeDetails, QuarantinedCdr as Shown } from "@voltmarg/contract";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { codeOf } from "../../api/call.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { kwh } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Empty, Page, Section } from "../../ui/Page.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, Facts, Money, Raw } from "../../ui/values.tsx";
import { Decision } from "./Decision.tsx";
import { recordOf, type CdrRecord } from "./cdr-record.ts";

/** A CDR that was set aside, beside the charging session that it is about. */
export default function QuarantinedCdr() {
  const { id = "" } = useParams();
  const cdr = useOperation("getQuarantinedCdr", { params: { id } });
  const of = cdr.data?.data;
  return (
    <Page
      title={of ? `CDR ${of.ocpi_id}` : "CDR"}
      back={{ to: "/quarantined-cdrs", label: "CDRs set aside" }}
      about={of ? of.reason : null}
      actions={of && !of.decision ? <Actions of={of} /> : null}
    >
      <Answered query={cdr}>{({ data }) => <Parts of={data} />}</Answered>
    </Page>
  );
}

function Actions({ of }: { of: Shown }) {
  const params = { id: of.id };
  return (
    <>
      <Operation
        name="decideQuarantinedCdr"
        label="Reject"
        danger
        params={params}
        fixed={{ decision: "REJECTED" }}
        about="Nobody is ever billed for this CDR."
      />
      {of.raw === null ? (
        <Operation
          name="decideQuarantinedCdr"
          label="Release"
          primary
          params={params}
          fixed={{ decision: "RELEASED" }}
          about="The driver is billed at the agreed price, in place of a provisional bill where there is one."
        />
      ) : null}
    </>
  );
}

function Parts({ of }: { of: Shown }) {
  const record = recordOf(of.body);
  return (
    <>
      <div className="columns">
        <Section title="What it is">
          <Facts
            of={[
              [
                "Operator",
                <Link key="o" to={`/partners/${of.operator.id}`}>
                  {of.operator.name ?? of.operator.id}
                </Link>,
              ],
              ["The operator’s id", <code key="i">{of.ocpi_id}</code>],
              ["Received", <At key="r" at={of.received_at} precise />],
              ["Why it was set aside", of.reason],
              ["Decision", <Decision key="d" of={of.decision} />],
              ...(of.decision
                ? [
                    ["Decided", <At key="a" at={of.decision.at} precise />] as const,
                    ["Because", of.decision.because] as const,
                  ]
                : []),
            ]}
          />
        </Section>
        <Section title="The CDR beside ours">
          <Beside record={record} />
        </Section>
      </div>
      <Section title="As the operator sent it">
        <Raw>{of.raw ?? of.body}</Raw>
      </Section>
    </>
  );
}

/** The charging session is found by our own reference; without one nobody knows whose it is. */
function Beside({ record }: { record: CdrRecord }) {
  const { reference } = record;
  const charge = useOperation(
    "getCharge",
    { params: { id: reference ?? "" } },
    { enabled: reference !== null },
  );
  if (reference === null) return <Empty>The CDR names no charging session of ours.</Empty>;
  if (codeOf(charge.error) === "SESSION_NOT_FOUND")
    return <Empty>{`There is no charging session ${reference} here.`}</Empty>;
  return (
    <Answered query={charge}>
      {({ data }) => (
        <>
          <Table
            caption="The CDR beside our charging session"
            rows={linesOf(record, data)}
            keyOf={({ what }) => what}
            columns={COLUMNS}
          />
          <p>
            <Link to={`/charges/${data.id}`}>The charging session</Link>
          </p>
        </>
      )}
    </Answered>
  );
}

type Line = { what: string; theirs: ReactNode; ours: ReactNode };
const COLUMNS: readonly Column<Line>[] = [
  { head: "Of", cell: ({ what }) => what },
  { head: "The CDR", cell: ({ theirs }) => theirs },
  { head: "Ours", cell: ({ ours }) => ours },
];

const orUnknown = (energy: number | null) => (energy === null ? "not known" : kwh(energy));

const linesOf = (theirs: CdrRecord, ours: ConsoleChargeDetails): Line[] => [
  {
    what: "Session",
    theirs: <code>{theirs.session ?? "–"}</code>,
    ours: <code>{ours.ocpi_session_id ?? "–"}</code>,
  },
  { what: "Energy", theirs: orUnknown(theirs.kwh), ours: orUnknown(ours.kwh) },
  {
    what: "Began",
    theirs: <At at={theirs.start} precise />,
    ours: <At at={ours.start_date_time} precise />,
  },
  {
    what: "Ended",
    theirs: <At at={theirs.end} precise />,
    ours: <At at={ours.end_date_time} precise />,
  },
  {
    what: "EVSE",
    theirs: <code>{theirs.evse ?? "–"}</code>,
    ours: <code>{ours.evse_uid}</code>,
  },
  {
    what: "Cost",
    theirs: theirs.cost ?? "not known",
    ours: <Money minor={ours.cost_minor} />,
  },
];
