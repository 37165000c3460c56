import { stopDatabases } from "@voltmarg/testkit/test-bed";
import { afterAll, expect, test } from "vitest";
import { flood } from "./flood.ts";

afterAll(stopDatabases);

async function short(broken: boolean) {
  const lines: string[] = [];
  const end = await flood({ seconds: 4, stations: 2_000, broken }, (line) => lines.push(line));
  const [last, shapes] = lines.slice(-2) as [string, string];
  return { end, last, shapes };
}

// Response times are measured by the command on a quiet machine: here other tests run in parallel.
test(
  "drivers, a partner and strangers who send as much as they can get at most five streams and a bounded amount of memory",
  { timeout: 180_000 },
  async () => {
    const { end, last, shapes } = await short(false);
    expect(end, last).toMatchObject({ streams: 5 });
    expect(end.grown, last).toBeLessThan(150);
    expect(last).toMatch(/^flood tried=\d+ healthz_p99_ms=\d+ streams_most=5 rss_grown_mb=\d+$/);
    expect(end.refusal, shapes).toBeLessThanOrEqual(4096);
    expect(shapes).toMatch(
      /^shapes tried=\d+ read=\d+ refusal_bytes_most=\d+ healthz_p99_ms=\d+ healthz_most_ms=\d+$/,
    );
  },
);

test("without the limit of streams the run fails", { timeout: 180_000 }, async () => {
  const { end, last } = await short(true);
  expect(end.ok, last).toBe(false);
  expect(end.streams, last).toBeGreaterThan(5);
});
