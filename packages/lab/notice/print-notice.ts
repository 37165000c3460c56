import { checkStatements, readStatements } from "./notice.ts";

/** `npm run lab -- notice`: every statement of privacy notice, terms and FAQ with the test that shows it. */
const statements = await readStatements();
const { lines, unproven, stale } = checkStatements(statements);
for (const line of [...lines, ...stale.map((each) => `not said any more: ${each}`)])
  console.log(line);
console.log(
  `notice statements=${statements.length} unproven=${unproven.length} stale=${stale.length}`,
);
process.exit(unproven.length + stale.length === 0 ? 0 : 1);
