import { inr, kwh } from "../../ui/format.ts";
import { usageCopy as copy } from "./copy.ts";
import { type By, periodWords } from "./usage-period.ts";
import { type Stretch, stretchName } from "./usage-text.ts";

/** The figures of the chart. Out of sight it stays there for a screen reader. */
export function UsageTable({
  stretches,
  by,
  visible,
}: {
  stretches: readonly Stretch[];
  by: By;
  visible: boolean;
}) {
  const period = { from: stretches[0]!.from, until: stretches.at(-1)!.until };
  return (
    <div className={visible ? "utable" : "sr-only"}>
      <table className="num">
        <caption className={visible ? "cap ink2" : undefined}>
          {copy.chart[by]}, {periodWords(period)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{copy.when[by]}</th>
            <th scope="col">{copy.energy}</th>
            <th scope="col">{copy.chargesName}</th>
            <th scope="col">{copy.billedShort}</th>
          </tr>
        </thead>
        <tbody>
          {stretches.toReversed().map((stretch) => (
            <tr key={stretch.from}>
              <th scope="row">{stretchName(stretch, by)}</th>
              <td>{kwh(stretch.kwh)}</td>
              <td>{stretch.charges}</td>
              <td>{inr(stretch.amount_minor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
