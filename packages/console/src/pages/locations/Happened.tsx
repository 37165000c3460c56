import type { ConsoleLocationDetails } from "@voltmarg/contract";
import { words } from "../../ui/format.ts";
import { Empty, Section } from "../../ui/Page.tsx";
import { MESSAGE_COLUMNS } from "../../ui/message-columns.tsx";
import { Table, type Column } from "../../ui/Table.tsx";
import { Ago, At, Raw, State } from "../../ui/values.tsx";
import { codeWords, STEPS } from "../charges/charge-words.ts";

type Details = ConsoleLocationDetails;

const OPEN: readonly Column<Details["open_charges"][number]>[] = [
  { head: "Asked for", cell: ({ requested_at }) => <At at={requested_at} /> },
  { head: "State", cell: ({ step }) => <State of={step}>{STEPS[step] ?? step}</State> },
  { head: "EVSE", cell: ({ evse_uid }) => <code>{evse_uid}</code> },
  { head: "For", cell: ({ requested_at }) => <Ago at={requested_at} /> },
];
const FAILED: readonly Column<Details["failed_starts"][number]>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "EVSE", cell: ({ evse_uid }) => <code>{evse_uid}</code> },
  { head: "Why", cell: ({ code }) => (code ? codeWords(code) : "not known") },
];
const PROBLEMS: readonly Column<Details["problems"][number]>[] = [
  { head: "When", cell: ({ at }) => <At at={at} /> },
  { head: "What", cell: ({ kind }) => words(kind) },
  { head: "EVSE", cell: ({ evse_uid }) => evse_uid ?? "the station" },
  { head: "Words", cell: ({ text }) => text },
  {
    head: "State",
    cell: ({ closed_at }) => (closed_at ? <State of="CLOSED" /> : <State of="OPEN" />),
  },
];
const CHECK_INS: readonly Column<Details["check_ins"][number]>[] = [
  { head: "When", cell: ({ at }) => <At at={at} /> },
  {
    head: "What",
    cell: ({ worked, reason }) =>
      worked ? (
        <State of="OK">Worked</State>
      ) : (
        <State of="FAILED">{words(reason ?? "failed")}</State>
      ),
  },
  { head: "EVSE", cell: ({ evse_uid }) => evse_uid ?? "the station" },
  { head: "Words", cell: ({ text }) => text },
  { head: "Shown", cell: ({ hidden_at }) => (hidden_at ? <State of="HIDDEN" /> : "yes") },
];
const MESSAGES: readonly Column<Details["messages"][number]>[] = [
  ...MESSAGE_COLUMNS,
  {
    head: "Body",
    cell: ({ request }) =>
      request ? (
        <details>
          <summary>As sent</summary>
          <Raw>{request}</Raw>
        </details>
      ) : (
        "–"
      ),
  },
];
const ACTS: readonly Column<Details["acts"][number]>[] = [
  { head: "When", cell: ({ at }) => <At at={at} precise /> },
  { head: "Who", cell: ({ by }) => by },
  { head: "Did", cell: ({ act }) => words(act) },
  { head: "Why", cell: ({ reason }) => reason ?? "–" },
];

/** What happened at a station, the most pressing first. */
export const Happened = ({ of }: { of: Details }) => (
  <>
    {of.open_charges.length > 0 ? (
      <Section title="Charging sessions under way">
        <Table
          caption="Charging sessions under way"
          rows={of.open_charges}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/charges/${id}`}
          columns={OPEN}
        />
      </Section>
    ) : null}
    <Section title="Failed starts of 30 days">
      {of.failed_starts.length === 0 ? (
        <Empty>No start failed here.</Empty>
      ) : (
        <Table
          caption="Failed starts of 30 days"
          rows={of.failed_starts}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/charges/${id}`}
          columns={FAILED}
        />
      )}
    </Section>
    {of.problems.length > 0 ? (
      <Section title="Problems that drivers reported">
        <Table
          caption="Problems that drivers reported"
          rows={of.problems}
          keyOf={({ id }) => id}
          columns={PROBLEMS}
        />
      </Section>
    ) : null}
    {of.check_ins.length > 0 ? (
      <Section title="Check-ins">
        <Table caption="Check-ins" rows={of.check_ins} keyOf={({ id }) => id} columns={CHECK_INS} />
      </Section>
    ) : null}
    {of.acts.length > 0 ? (
      <Section title="What the staff did">
        <Table
          caption="What the staff did"
          rows={of.acts}
          keyOf={({ at, act }) => `${at} ${act}`}
          columns={ACTS}
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
