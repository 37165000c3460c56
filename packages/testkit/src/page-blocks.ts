/** One fenced `sh` block of a page. */
export type Block = {
  /** The heading above it. */
  under: string;
  line: number;
  text: string;
  /** Why a rehearsal leaves it out, from the comment `<!-- not run: … -->` above it; null: it is run. */
  notRun: string | null;
};

/** The blocks of a page of Markdown, in order. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let under = "";
  let notRun: string | null = null;
  let open: { line: number; lines: string[] } | null = null;
  for (const [at, line] of markdown.split("\n").entries()) {
    if (open) {
      if (line !== "```") open.lines.push(line);
      else {
        blocks.push({ under, line: open.line, text: open.lines.join("\n"), notRun });
        [open, notRun] = [null, null];
      }
    } else if (line === "```sh") open = { line: at + 2, lines: [] };
    else if (line.startsWith("#")) under = line.replace(/^#+ /, "");
    else notRun = /^<!-- not run: (.+) -->$/.exec(line)?.[1] ?? (line === "" ? notRun : null);
  }
  return blocks;
}
