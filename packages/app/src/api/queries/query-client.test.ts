import { afterEach, expect, test } from "vitest";
import { offline, Refusal } from "../http/refusal.ts";
import { queryClient } from "./query-client.ts";

afterEach(() => queryClient.clear());
const queries = () => queryClient.getDefaultOptions().queries!;
const retries = (failures: number, error: Error) => {
  const { retry } = queries();
  return typeof retry === "function" ? retry(failures, error) : retry;
};
const refused = (status: number) => new Refusal("INTERNAL", status, {});

test("silence and a broken service are worth two more tries", () => {
  for (const error of [offline(), refused(500), refused(399), new Error("broken")]) {
    expect(retries(0, error)).toBe(true);
    expect(retries(1, error)).toBe(true);
    expect(retries(2, error)).toBe(false);
  }
});

test("a refusal is an answer", () => {
  for (const status of [400, 404, 499])
    expect(retries(0, refused(status)), `${status}`).toBe(false);
});

test("each try waits twice as long, eight seconds at most", () => {
  const { retryDelay } = queries();
  const delay = (attempt: number) =>
    typeof retryDelay === "function" ? retryDelay(attempt, offline()) : retryDelay;
  expect([0, 1, 2, 3, 4].map(delay)).toEqual([1000, 2000, 4000, 8000, 8000]);
});
