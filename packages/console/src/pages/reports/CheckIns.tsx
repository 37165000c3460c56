import type { ReportedCheckIn } from "@voltmarg/contract";
import { Link } from "react-router";
import { count, words } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

const COLUMNS: readonly Column<ReportedCheckIn>[] = [
  {
    head: "Station",
    cell: ({ location_id, location_name }) => (
      <Link to={`/locations/${location_id}`}>{location_name}</Link>
    ),
  },
  { head: "EVSE", cell: ({ evse_uid }) => (evse_uid ? <code>{evse_uid}</code> : "the station") },
  {
    head: "Says",
    cell: ({ worked, reason }) => (worked ? "It worked" : words(reason ?? "did not work")),
  },
  {
    head: "Words",
    cell: ({ text, has_photo }) => (
      <span className="stack">
        {text ? <span dir="auto">{text}</span> : <span className="quiet">none</span>}
        {has_photo ? <small>with a photo</small> : null}
      </span>
    ),
  },
  { head: "Written", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "Reported by",
    cell: ({ reports }) =>
      reports.map(({ reason, drivers }) => `${words(reason)}: ${count(drivers)}`).join(", ") ||
      "nobody",
  },
  {
    head: "Do",
    cell: ({ id, hidden_at }) =>
      hidden_at ? (
        <Operation
          name="restoreCheckIn"
          label="Show again"
          params={{ id }}
          about="The reports about it are dropped."
          done="It is shown again."
        />
      ) : (
        <Operation
          name="hideCheckIn"
          label="Hide"
          danger
          params={{ id }}
          about="A hidden check-in is neither shown nor evidence."
          done="It is hidden."
        />
      ),
  },
];

/** Check-ins that drivers reported, and those that are hidden. */
export default function CheckIns() {
  return (
    <ListPage
      name="listReportedCheckIns"
      title="Check-ins"
      about="Those that other drivers reported, or that are hidden."
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No driver has reported a check-in."
      columns={COLUMNS}
    />
  );
}
