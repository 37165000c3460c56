import type { Session } from "@voltmarg/contract";
import { beforeEach, expect, test } from "vitest";
import { applySessionUpdate } from "./session-stream.ts";
import { keys } from "../queries/keys.ts";
import { queryClient } from "../queries/query-client.ts";

const session = (id: string, version: number, status: Session["status"] = "ACTIVE") =>
  ({ id, version, status, cdr_id: null }) as Session;
const open = () =>
  queryClient
    .getQueryData<Session[]>(keys.openSessions)
    ?.map(({ id, version }) => `${id}${version}`);

beforeEach(() => queryClient.clear());

test("[R-21] a new charge comes first, and its news leave every charge in its place", () => {
  applySessionUpdate(session("a", 1));
  applySessionUpdate(session("b", 1));
  expect(open()).toEqual(["b1", "a1"]);
  applySessionUpdate(session("a", 2));
  expect(open()).toEqual(["b1", "a2"]);
});

test("[S-2] late and repeated news change nothing", () => {
  applySessionUpdate(session("a", 2));
  const known = queryClient.getQueryData(keys.session("a"));
  applySessionUpdate(session("a", 1));
  applySessionUpdate(session("a", 2));
  expect(queryClient.getQueryData(keys.session("a"))).toBe(known);
  expect(open()).toEqual(["a2"]);
});

test("[S-4] a charge that has ended is no open one", () => {
  applySessionUpdate(session("a", 1));
  applySessionUpdate(session("b", 1));
  applySessionUpdate(session("a", 2, "COMPLETED"));
  expect(open()).toEqual(["b1"]);
});
