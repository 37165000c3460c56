import type { Approval as Shown } from "@voltmarg/contract";
import { Link, useParams } from "react-router";
import { useMember } from "../../api/member.ts";
import { useOperation } from "../../api/query-client.ts";
import { Answered } from "../../ui/Answered.tsx";
import { rupees } from "../../ui/format.ts";
import { Operation } from "../../ui/Operation.tsx";
import { Page, Section } from "../../ui/Page.tsx";
import { At, Facts, Money, State } from "../../ui/values.tsx";
import { KINDS, STATES } from "./approval-words.ts";

/** One proposal, with what a second person needs to decide on it. */
export default function Approval() {
  const { id = "" } = useParams();
  const approval = useOperation("getApproval", { params: { id } }, { live: true });
  const of = approval.data?.data;
  return (
    <Page
      title={of ? titleOf(of) : "Approval"}
      back={{ to: "/approvals", label: "Approvals" }}
      about={of ? <State of={of.state}>{STATES[of.state]}</State> : null}
      actions={of?.state === "WAITING" ? <Actions of={of} /> : null}
    >
      <Answered query={approval}>{({ data }) => <Parts of={data} />}</Answered>
    </Page>
  );
}

const titleOf = ({ kind, amount_minor: minor }: Shown) =>
  minor === null ? KINDS[kind] : `${KINDS[kind]}, ${rupees(minor)}`;

function Actions({ of }: { of: Shown }) {
  const { name } = useMember();
  const isOwn = of.proposed_by === name;
  const params = { id: of.id };
  return (
    <>
      <Operation
        name="rejectApproval"
        label={isOwn ? "Take it back" : "Reject"}
        danger
        params={params}
        about={
          of.kind === "CHANGE"
            ? "Nothing is changed."
            : "Nothing is booked. What was set aside is in the wallet again."
        }
      />
      {isOwn ? null : (
        <Operation
          name="confirmApproval"
          label="Confirm"
          primary
          params={params}
          about={
            <>
              {of.amount_minor === null ? (
                <>The change is made at once, </>
              ) : (
                <>
                  <Money minor={of.amount_minor} /> is booked at once:{" "}
                  {KINDS[of.kind].toLowerCase()},{" "}
                </>
              )}
              proposed by {of.proposed_by} because “{of.reason}”.
            </>
          }
          done={of.kind === "CHANGE" ? "The change is made." : "Booked."}
        />
      )}
    </>
  );
}

/** What the operation was called with, as one object. */
const inputOf = (input: Shown["input"]) =>
  Object.assign({}, ...Object.values(input ?? {})) as unknown;

const Parts = ({ of }: { of: Shown }) => (
  <Section title="What was proposed">
    <Facts
      of={[
        ...(of.amount_minor === null
          ? []
          : [["Amount", <Money key="a" minor={of.amount_minor} />] as const]),
        ...(of.driver
          ? [
              [
                "Driver",
                <Link key="d" to={`/drivers/${of.driver.id}`}>
                  {of.driver.mobile_masked ?? "erased"}
                </Link>,
              ] as const,
            ]
          : []),
        ...(of.operation
          ? [
              ["Operation", of.operation] as const,
              [
                "With",
                <code key="w" className="wrap">
                  {JSON.stringify(inputOf(of.input))}
                </code>,
              ] as const,
            ]
          : []),
        ...(of.bill_id
          ? [
              [
                "Bill",
                <Link key="b" to={`/charges?q=${of.bill_id}`}>
                  {of.bill_id}
                </Link>,
              ] as const,
            ]
          : []),
        [of.kind === "CHANGE" ? "Why it waits" : "Reason", of.reason],
        ...(of.reference
          ? [
              [
                of.kind === "BANK_REFUND" ? "Bank reference (UTR)" : "Reference",
                of.reference,
              ] as const,
            ]
          : []),
        ["Proposed by", of.proposed_by],
        ["Proposed", <At key="p" at={of.proposed_at} precise />],
        ...(of.state === "WAITING"
          ? [["Expires", <At key="e" at={of.expires_at} />] as const]
          : []),
        ...(of.decided_by
          ? [
              ["Decided by", of.decided_by] as const,
              ["Decided", <At key="x" at={of.decided_at} precise />] as const,
            ]
          : []),
        ...(of.because ? [["Because", of.because] as const] : []),
      ]}
    />
  </Section>
);
