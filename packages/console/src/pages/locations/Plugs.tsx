import type { ConsoleLocationDetails } from "@voltmarg/contract";
import { lasting, words } from "../../ui/format.ts";
import { Empty } from "../../ui/Page.tsx";
import { plugName, powerName } from "../../ui/plug-words.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { Ago, At, Raw, State } from "../../ui/values.tsx";
import { Tariffs } from "./Tariffs.tsx";

type Plug = ConsoleLocationDetails["plugs"][number];

const CONNECTORS: readonly Column<Plug["connectors"][number]>[] = [
  { head: "Plug", cell: ({ id, standard }) => `${id}: ${plugName(standard)}` },
  {
    head: "Kind",
    cell: ({ power_type, format }) => `${powerName(power_type)}, ${words(format).toLowerCase()}`,
  },
  {
    head: "Power",
    num: true,
    cell: ({ max_power_w }) =>
      max_power_w === null ? "not known" : `${(max_power_w / 1000).toFixed(1)} kW`,
  },
  {
    head: "Tariffs",
    cell: ({ tariff_ids }) =>
      tariff_ids.length === 0 ? "none" : <code>{tariff_ids.join(", ")}</code>,
  },
];

const HISTORY: readonly Column<Plug["history"][number]>[] = [
  { head: "From", cell: ({ from }) => <At at={from} precise /> },
  { head: "Until", cell: ({ until }) => <At at={until} precise /> },
  { head: "State", cell: ({ state }) => STATES[state] },
  {
    head: "For",
    num: true,
    cell: ({ from, until }) => lasting(Date.parse(until) - Date.parse(from)),
  },
];
const STATES = { free: "free", used: "in use", down: "out of order" };

/** The chargers of a station as they are now, what they were before, and what they cost. */
export function Plugs({ of }: { of: ConsoleLocationDetails }) {
  if (of.plugs.length === 0) return <Empty>Its operator sent no charger.</Empty>;
  return (
    <>
      {of.plugs.map((plug) => (
        <OnePlug key={plug.uid} plug={plug} />
      ))}
      <Tariffs of={of.tariffs} />
    </>
  );
}

const OnePlug = ({ plug }: { plug: Plug }) => (
  <div className="plug">
    <h3>
      {plug.evse_id ?? plug.uid} <State of={plug.status}>{words(plug.status)}</State>
    </h3>
    <p className="quiet">
      for <Ago at={plug.status_since} />, UID <code>{plug.uid}</code>
    </p>
    <Table
      caption={`Plugs of ${plug.uid}`}
      rows={plug.connectors}
      keyOf={({ id }) => id}
      columns={CONNECTORS}
    />
    {plug.history.length > 0 ? (
      <details>
        <summary>{`What it was before: ${plug.history.length} in 30 days`}</summary>
        <Table
          caption={`What ${plug.uid} was before`}
          rows={plug.history}
          keyOf={({ from }) => from}
          columns={HISTORY}
        />
      </details>
    ) : null}
    <details>
      <summary>As its operator sent it</summary>
      <Raw>{plug.source}</Raw>
    </details>
  </div>
);
