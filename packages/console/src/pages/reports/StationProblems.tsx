import type { StationProblem } from "@voltmarg/contract";
import { Link } from "react-router";
import { words } from "../../ui/format.ts";
import { ListPage } from "../../ui/ListPage.tsx";
import { Operation } from "../../ui/Operation.tsx";
import type { Column } from "../../ui/Table.tsx";
import { Ago, At } from "../../ui/values.tsx";

const COLUMNS: readonly Column<StationProblem>[] = [
  {
    head: "Station",
    cell: ({ location_id, location_name }) => (
      <Link to={`/locations/${location_id}`}>{location_name}</Link>
    ),
  },
  { head: "Operator", cell: ({ operator_name }) => operator_name },
  { head: "EVSE", cell: ({ evse_uid }) => (evse_uid ? <code>{evse_uid}</code> : "the station") },
  {
    head: "What",
    cell: ({ kind, reason }) =>
      [kind, reason]
        .filter((each) => each !== null)
        .map(words)
        .join(", "),
  },
  {
    head: "Words",
    cell: ({ text }) =>
      text ? <span dir="auto">{text}</span> : <span className="quiet">none</span>,
  },
  {
    head: "Driver",
    cell: ({ driver }) =>
      driver ? <Link to={`/drivers/${driver.id}`}>{driver.mobile_masked}</Link> : "erased",
  },
  { head: "Reported", cell: ({ created_at }) => <At at={created_at} /> },
  {
    head: "For",
    cell: ({ created_at, closed_at }) =>
      closed_at ? (
        <>
          closed <At at={closed_at} />
        </>
      ) : (
        <Ago at={created_at} />
      ),
  },
  {
    head: "Do",
    cell: ({ id, closed_at }) =>
      closed_at ? null : (
        <Operation
          name="closeStationProblem"
          label="Close"
          params={{ id }}
          about="It was looked after."
          done="The report is closed."
        />
      ),
  },
];

/** What drivers report about stations. */
export default function StationProblems() {
  return (
    <ListPage
      name="listStationProblems"
      title="Reported problems"
      live
      rows={({ content }) => content}
      keyOf={({ id }) => id}
      empty="No problem is open."
      columns={COLUMNS}
    />
  );
}
