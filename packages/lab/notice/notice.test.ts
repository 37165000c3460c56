import { expect, test } from "vitest";
import { checkStatements, readStatements } from "./notice.ts";

test("every statement of privacy notice, terms and FAQ has a test that shows it", async () => {
  const statements = await readStatements();
  expect(statements.length).toBeGreaterThan(100);
  const { unproven, stale } = checkStatements(statements);
  expect([unproven, stale]).toEqual([[], []]);
  // A new sentence, a changed one, and a test that is gone are found.
  const more = [...statements, { at: "TOU/wallet", text: "It is insured." }];
  expect(checkStatements(more).unproven).toEqual(["TOU/wallet: It is insured."]);
  const gone = { "TOU/wallet": { "Charging is paid": "rules/src/none.test.ts: x" } };
  const first = statements.find(({ at }) => at === "TOU/wallet");
  expect(checkStatements([first!], gone).unproven).toHaveLength(1);
  expect(checkStatements([], gone).stale).toEqual(["TOU/wallet: Charging is paid"]);
});
