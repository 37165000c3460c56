import type { ConsoleChargeDetails } from "@voltmarg/contract";
import { instant, kwh } from "../../ui/format.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { At } from "../../ui/values.tsx";

type Period = ConsoleChargeDetails["meter"][number];

const [WIDTH, HEIGHT, FOOT] = [800, 180, 20];

const COLUMNS: readonly Column<Period>[] = [
  { head: "From", cell: ({ at }) => <At at={at} precise /> },
  { head: "Until", cell: ({ until }) => <At at={until} precise /> },
  { head: "Energy so far", num: true, cell: ({ kwh: energy }) => kwh(energy) },
  {
    head: "Power",
    num: true,
    cell: ({ power_kw }) => (power_kw === null ? "not known" : `${power_kw.toFixed(1)} kW`),
  },
  {
    head: "Battery",
    num: true,
    cell: ({ state_of_charge }) => (state_of_charge === null ? "not known" : `${state_of_charge}%`),
  },
];

/** Power over time, with the same figures as a table below it. */
export function MeterChart({ of }: { of: readonly Period[] }) {
  const first = of[0];
  const last = of.at(-1);
  if (!first || !last) return null;
  const begin = Date.parse(first.at);
  const end = Math.max(begin + 60_000, Date.parse(last.until ?? last.at));
  const most = Math.max(1, ...of.map(({ power_kw }) => power_kw ?? 0));
  const x = (at: string) => ((Date.parse(at) - begin) / (end - begin)) * WIDTH;
  const y = (power: number) => HEIGHT - FOOT - (power / most) * (HEIGHT - FOOT - 16);
  const total = last.kwh;
  return (
    <>
      <svg
        className="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Power between ${instant(first.at)} and ${instant(new Date(end))}, ${most.toFixed(1)} kW at most, ${kwh(total)} in all`}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} className="axis" />
        {of.map((period) => {
          const from = x(period.at);
          const to = period.until ? x(period.until) : from + 2;
          const top = y(period.power_kw ?? 0);
          return (
            <rect
              key={period.at}
              x={from}
              y={top}
              width={Math.max(1, to - from)}
              height={Math.max(1, HEIGHT - FOOT - top)}
              className={period.power_kw === null ? "bar bar--unknown" : "bar"}
            />
          );
        })}
        <text x="0" y="12">{`${most.toFixed(1)} kW`}</text>
        <text x="0" y={HEIGHT - 4}>
          {instant(first.at)}
        </text>
        <text x={WIDTH} y={HEIGHT - 4} textAnchor="end">
          {instant(new Date(end))}
        </text>
      </svg>
      <details>
        <summary>{`${of.length} meter values as a table`}</summary>
        <Table caption="Meter values" rows={of} keyOf={({ at }) => at} columns={COLUMNS} />
      </details>
    </>
  );
}
