import { resultLine } from "../report.ts";
import { checkStatements, readStatements } from "./notice.ts";

/** `npm run lab -- notice`: every statement of privacy notice, terms and FAQ with the test that shows it. */
const statements = await readStatements();
const { lines, unproven, stale } = checkStatements(statements);
for (const line of [...lines, ...stale.map((each) => `not said any more: ${each}`)])
  console.log(line);
const [missing, gone] = [unproven.length, stale.length];
console.log(
  resultLine("notice", { statements: statements.length, unproven: missing, stale: gone }),
);
process.exit(missing + gone === 0 ? 0 : 1);
