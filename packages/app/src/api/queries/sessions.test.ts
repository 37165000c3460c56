import type { Session } from "@voltmarg/contract";
import { expect, test } from "vitest";
import { isOpen, newer } from "./sessions.ts";

const session = (change: Partial<Session> = {}) =>
  ({ id: "s1", status: "ACTIVE", version: 2, ...change }) as Session;

test("a session that starts or runs is open, one that is over is not", () => {
  expect(isOpen(session({ status: "PENDING" }))).toBe(true);
  expect(isOpen(session({ status: "ACTIVE" }))).toBe(true);
  for (const status of ["COMPLETED", "INVALID", "FAILED"] as const)
    expect(isOpen(session({ status })), status).toBe(false);
});

test("an answer that comes late does not replace what is newer", () => {
  const known = session({ version: 3 });
  const late = session({ version: 2 });
  expect(newer(known, late)).toBe(known);
  const same = session({ version: 3 });
  expect(newer(known, same)).toBe(same);
  const next = session({ version: 4 });
  expect(newer(known, next)).toBe(next);
  expect(newer(undefined, late)).toBe(late);
  const other = session({ id: "s2", version: 1 });
  expect(newer(known, other)).toBe(other);
});
