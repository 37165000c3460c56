import type { ConsoleLocationDetails } from "@voltmarg/contract";
import { words } from "../../ui/format.ts";
import { Raw, State } from "../../ui/values.tsx";

type Named = ConsoleLocationDetails["tariffs"][number];
type Component = { type: string; price: number; vat?: number | null };
type Element = { price_components?: Component[]; restrictions?: object | null };

/** The operator's tariffs that the chargers name, with their prices in words. */
export const Tariffs = ({ of }: { of: readonly Named[] }) => (
  <>
    {of.map((each) => (
      <div key={each.ocpi_id} className="plug">
        <h3>
          Tariff {each.ocpi_id}
          {each.tariff ? null : <State of="UNKNOWN">Never sent</State>}
          {each.removed_at ? <State of="REMOVED" /> : null}
        </h3>
        {each.tariff ? (
          <>
            <ul className="prices">
              {elementsOf(each.tariff).map((element, nth) => (
                // oxlint-disable-next-line react/no-array-index-key -- elements have no name but their place
                <li key={nth}>{elementWords(element, currencyOf(each.tariff))}</li>
              ))}
            </ul>
            <details>
              <summary>As its operator sent it</summary>
              <Raw>{each.tariff}</Raw>
            </details>
          </>
        ) : null}
      </div>
    ))}
  </>
);

const currencyOf = (tariff: Record<string, unknown> | null) =>
  typeof tariff?.["currency"] === "string" ? tariff["currency"] : "";

const elementsOf = (tariff: Record<string, unknown>) =>
  Array.isArray(tariff["elements"]) ? (tariff["elements"] as Element[]) : [];

const UNITS: Record<string, string> = {
  ENERGY: "a kWh",
  TIME: "an hour",
  PARKING_TIME: "an hour of parking",
  FLAT: "once",
};

function elementWords({ price_components, restrictions }: Element, currency: string): string {
  const prices = (price_components ?? []).map(({ type, price, vat }) => {
    const tax = vat === undefined || vat === null ? "" : ` + ${vat} % GST`;
    return `${currency} ${price} ${UNITS[type] ?? words(type)}${tax}`;
  });
  const only = Object.entries(restrictions ?? {}).map(
    ([name, value]) => `${words(name).toLowerCase()} ${String(value)}`,
  );
  return prices.join(", ") + (only.length > 0 ? `; only: ${only.join(", ")}` : "");
}
