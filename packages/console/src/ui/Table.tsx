import type { ReactNode } from "react";
import { Link } from "react-router";

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand to the right. */
  num?: boolean;
};

/**
 * Rows of a list. The first column names the row, and leads to it where `hrefOf` says where. On a phone each row is a
 * block in which every value has its column's name before it.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  hrefOf,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  hrefOf?: ((row: Row) => string) | undefined;
}) {
  return (
    <div className="table-frame">
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, num }) => (
              <th key={head} scope="col" className={num ? "is-num" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, num }, at) =>
                at === 0 ? (
                  <th key={head} scope="row" data-head={head}>
                    {hrefOf ? <Link to={hrefOf(row)}>{cell(row)}</Link> : cell(row)}
                  </th>
                ) : (
                  <td key={head} data-head={head} className={num ? "is-num" : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
