import { tariffRows } from "../../prices/tariff-rows.ts";
import { copy } from "../../locations/copy.ts";
import { type Plug, plugTitle } from "../../locations/plugs.ts";

/** Everything the tariff of the chosen plug asks, with the conditions of each price. */
export function PlugPrice({ plug }: { plug: Plug | null }) {
  if (!plug) return null;
  const { foreign_currency } = plug.connector;
  const rows = tariffRows(plug.connector);
  return (
    <section className="pad plug-price">
      <h2 className="t3">{copy.priceTitle}</h2>
      <p className="sub ink2 num">
        {plugTitle(plug.connector)}.{" "}
        {foreign_currency !== undefined
          ? copy.notPayable(foreign_currency)
          : rows === null
            ? copy.priceMissing
            : rows.some(({ conditions }) => conditions.length > 0)
              ? copy.priceNote
              : copy.priceNoteSimple}
      </p>
      {rows === null ? null : (
        <dl className="num">
          {rows.map(({ key, name, price, conditions }) => (
            <div key={key} className="kv">
              <dt>
                {name}
                {conditions.map((condition) => (
                  <span key={condition} className="cap ink3">
                    {condition}
                  </span>
                ))}
              </dt>
              <dd>{price}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
