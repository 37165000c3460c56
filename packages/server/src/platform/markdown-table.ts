/** The lines of a Markdown table, its head first, as the formatter leaves them. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const line = (row: readonly string[], fill = " ") =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...rows.slice(1).map((row) => line(row)),
  ];
}
