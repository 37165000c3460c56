import "../../styles/prices.css";
import type { RetailPreview } from "@voltmarg/contract";
import { Empty } from "../../ui/Page.tsx";
import { plugName } from "../../ui/plug-words.ts";
import { Table, type Column } from "../../ui/Table.tsx";
import { At, Money, State } from "../../ui/values.tsx";

type Previewed = RetailPreview["prices"][number];

const WHY: Record<NonNullable<Previewed["unpriced"]>, string> = {
  CURRENCY: "In another currency: nobody can charge there",
  NOT_VALID: "Not valid on that day",
  UNREADABLE: "Nobody can read this tariff",
};

const percent = (value: number) => `${value.toFixed(1).replace("-", "−")} %`;

const COLUMNS: readonly Column<Previewed>[] = [
  {
    head: "Operator",
    cell: ({ operator, location }) => (
      <span className="stack">
        {operator.name}
        <small className="quiet">{location.name}</small>
      </span>
    ),
  },
  {
    head: "Plug",
    cell: ({ plug, minutes }) => (
      <span className="stack">
        {plug.power_kw === null ? "power not known" : `${plug.power_kw} kW`}
        <small className="quiet">{`${plugName(plug.standard)}, ${minutes} min`}</small>
      </span>
    ),
  },
  { head: "Sessions", num: true, cell: ({ charges }) => charges },
  { head: "Today", num: true, cell: ({ today_minor }) => <Money minor={today_minor} /> },
  {
    head: "After",
    num: true,
    cell: ({ after_minor, after_gst_minor, today_minor, unpriced }) => (
      <span className="stack stack--end">
        <b>
          <Money minor={after_minor} />
        </b>
        {unpriced ? (
          <small>{WHY[unpriced]}</small>
        ) : (
          <small className="quiet">
            with GST of <Money minor={after_gst_minor} />
          </small>
        )}
        {after_minor !== null && after_minor === today_minor ? (
          <small className="quiet">unchanged</small>
        ) : null}
      </span>
    ),
  },
  { head: "Cost without GST", num: true, cell: ({ cost_minor }) => <Money minor={cost_minor} /> },
  {
    head: "Margin",
    num: true,
    cell: ({ margin_minor, margin_percent, margin_today_minor, below_cost }) => (
      <span className="stack stack--end">
        <span>
          <Money minor={margin_minor} />
          {margin_percent === null ? null : (
            <span className="num quiet">{` ${percent(margin_percent)}`}</span>
          )}
        </span>
        {below_cost ? <State of="FAILED">Below cost</State> : null}
        {margin_today_minor === null ? null : (
          <small className="quiet">
            today <Money minor={margin_today_minor} />
          </small>
        )}
      </span>
    ),
  },
  { head: "Service charge a kWh", cell: ({ advisory }) => <Advisory of={advisory} /> },
];

/** The price beside the ceiling that the Ministry of Power advises; nobody has to keep to it. */
function Advisory({ of }: { of: Previewed["advisory"] }) {
  if (!of) return "–";
  const { verdict, ceiling_minor, electricity_minor, other_minor, energy_minor } = of;
  return (
    <span className="stack">
      {verdict === "ABOVE" ? (
        <State of="WAITING">
          Above the advised <Money minor={ceiling_minor} />
        </State>
      ) : verdict === "WITHIN" ? (
        <span>
          Within the advised <Money minor={ceiling_minor} />
        </span>
      ) : (
        <span>
          The whole price cannot be split: within the advised <Money minor={ceiling_minor} /> if at
          least <Money minor={electricity_minor} /> is electricity
        </span>
      )}
      <small className="quiet">
        energy <Money minor={energy_minor} />, all else <Money minor={other_minor} />
      </small>
    </span>
  );
}

/** Real tariffs before and after a rule. */
export const PricePreview = ({ of }: { of: RetailPreview }) =>
  of.prices.length === 0 ? (
    <Empty>This operator has no tariffs yet: there is nothing to compare.</Empty>
  ) : (
    <>
      <Table
        caption="Prices today and after"
        rows={of.prices}
        keyOf={({ tariff_id }) => tariff_id}
        columns={COLUMNS}
      />
      <p className="quiet after-table">
        {`A charging session of ${of.kwh} kWh that begins `}
        <At at={of.at} />
        {`, in 40 minutes or as long as the plug needs${of.customer_type === "CORPORATE" ? ", paid by a company" : ""}. Prices are with GST and start fees; cost and margin without GST. Sessions are those of the last 30 days. The Ministry of Power advises at most ₹11 a kWh of service charge at DC plugs from 9 to 16 o’clock and ₹13 otherwise, at AC plugs ₹3 and ₹4, all without GST; no tariff says how much of its energy price is electricity.`}
      </p>
    </>
  );
