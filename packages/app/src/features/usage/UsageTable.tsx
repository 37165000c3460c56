import { decimal, inr } from "../../ui/format.ts";
import { usageCopy as copy } from "./copy.ts";
import { type By, daysWords } from "./usage-period.ts";
import { rupeesPerKm, rupeesPerKwh, type Stretch, stretchName } from "./usage-text.ts";

/** The figures of the chart, of the times with a charge; a month leads to its days. */
export function UsageTable({
  stretches,
  by,
  onMonth,
}: {
  stretches: readonly Stretch[];
  by: By;
  onMonth: (month: string) => void;
}) {
  const period = { from: stretches[0]!.from, until: stretches.at(-1)!.until };
  return (
    <div className="utable">
      <table className="num">
        <caption className="sr-only">
          {copy.chart[by]}, {daysWords(period)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{copy.when[by]}</th>
            <th scope="col">kWh</th>
            <th scope="col">{copy.chargesName}</th>
            <th scope="col">{copy.billedShort}</th>
            <th scope="col">{copy.perKwh}</th>
            <th scope="col">{copy.perKm}</th>
          </tr>
        </thead>
        <tbody>
          {stretches
            .filter(({ charges }) => charges > 0)
            .toReversed()
            .map((stretch) => {
              const name = stretchName(stretch, by);
              return (
                <tr key={stretch.from}>
                  <th scope="row">
                    {by === "month" ? (
                      <button
                        type="button"
                        className="textlink"
                        aria-label={copy.daysOf(name)}
                        onClick={() => onMonth(stretch.from.slice(0, 7))}
                      >
                        {name}
                      </button>
                    ) : (
                      name
                    )}
                  </th>
                  <td>{decimal(stretch.kwh, 2)}</td>
                  <td>{stretch.charges}</td>
                  <td>{inr(stretch.amount_minor)}</td>
                  <td>{rupeesPerKwh(stretch) ?? copy.notKnown}</td>
                  <td>{rupeesPerKm(stretch) ?? copy.notKnown}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
      <p className="cap ink2">{copy.onlyUsed}</p>
    </div>
  );
}
