import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as contract from "@voltmarg/contract";
import { mostBodyOf, stations, type Problem, type RouteSpec } from "@voltmarg/contract";
import { PROVIDER_TOKEN, startHarness, type Driver, type Harness } from "@voltmarg/testkit/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let world: Harness;
let driver: Driver;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "voltmarg-bodies-"));
  world = await startHarness({ locations: 0, operators: false, env: { FILES_DIR: folder } });
  driver = await world.signUp();
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const MOST_REFUSAL = 4 * 1024;
const specs = Object.values(contract)
  .flatMap((part): unknown[] => (typeof part === "object" ? Object.values(part) : []))
  .filter((one): one is RouteSpec => "access" in Object(one) && "response" in Object(one))
  // A GET's body is not read.
  .filter(({ method }) => method !== "GET");
const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`;
const isForm = ({ path }: RouteSpec) => /\/upload$|\/photos$/.test(path);

/** Sends a text by somebody who may call the route. */
async function send(spec: RouteSpec, text: string) {
  const form = isForm(spec);
  const query = form && spec.query ? `?category=TICKET&category_resource_id=${driver.id}` : "";
  const response = await fetch(`${world.url}${spec.path.replace(/:\w+/g, driver.id)}${query}`, {
    method: spec.method,
    headers: {
      authorization: `Bearer ${spec.access.rule === "provider" ? PROVIDER_TOKEN : driver.token}`,
      "content-type": form ? "multipart/form-data; boundary=x" : "application/json",
    },
    body: text,
  });
  const answer = await response.text();
  const problem = JSON.parse(answer) as Partial<Problem>;
  return { status: response.status, bytes: Buffer.byteLength(answer), ...problem };
}

/** Repeats an item as often as fits between head and tail, and fills up to exactly so many bytes. */
function filled(bytes: number, head: string, item: (nth: number) => string, tail: string): string {
  const items: string[] = [];
  let left = bytes - head.length - tail.length;
  for (let nth = 0; ; nth++) {
    const next = (nth === 0 ? "" : ",") + item(nth);
    if (next.length > left) break;
    items.push(next);
    left -= next.length;
  }
  return head + items.join("") + tail + " ".repeat(left);
}
const HOSTILE: Record<string, (bytes: number) => string> = {
  "unknown keys": (bytes) => filled(bytes, "{", (nth) => `"k${nth}":1`, "}"),
  "wide arrays": (bytes) => filled(bytes, `{"points":[`, () => "[]", "]}"),
  "bad points": (bytes) =>
    filled(bytes, `{"points":[`, () => `{"latitude":"a","longitude":999}`, "]}"),
  "deep nesting": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "no JSON": (bytes) => "x".repeat(bytes),
};

describe("[N-3] every route with a body", () => {
  test("is here, and few accept more than 16 KB", () => {
    const mounted = world.service.routes.filter(({ method }) => method !== "GET");
    expect(specs.map(nameOf).toSorted()).toEqual(
      mounted.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    const larger = specs.filter(({ mostBody }) => mostBody !== undefined);
    expect(
      Object.fromEntries(larger.map((spec) => [nameOf(spec), mostBodyOf(spec) / 1024])),
    ).toEqual({
      "POST /api/cms/v1/files/upload": 12 * 1024,
      "POST /api/ocpi/v1/locations/along-route": 512,
      "POST /provider/v1/breaches": 160,
      "POST /provider/v1/tickets/:id/photos": 12 * 1024,
      "PUT /provider/v1/answer-templates/:key": 20,
      "PUT /provider/v1/messages/:type/:key/:language": 64,
    });
  });

  test("refuses one byte more than its limit with 413, which says the limit", async () => {
    const unlike: unknown[] = [];
    for (const spec of specs) {
      const { status, code, message, bytes } = await send(spec, "x".repeat(mostBodyOf(spec) + 1));
      const says = isForm(spec)
        ? code === "FILE_TOO_LARGE"
        : code === "INVALID_INPUT" &&
          message === `This is too large. Send ${mostBodyOf(spec) / 1024} KB at most.`;
      if (status !== 413 || !says || bytes > MOST_REFUSAL)
        unlike.push([nameOf(spec), status, code, message]);
    }
    expect(unlike).toEqual([]);
  });

  test.each(Object.keys(HOSTILE))("refuses %s of exactly its limit in few bytes", async (kind) => {
    const unlike: unknown[] = [];
    for (const spec of specs) {
      const text = HOSTILE[kind]!(mostBodyOf(spec));
      expect(text).toHaveLength(mostBodyOf(spec));
      const { status, code, bytes, errors = [] } = await send(spec, text);
      if (
        status < 400 ||
        status > 499 ||
        status === 413 ||
        bytes > MOST_REFUSAL ||
        errors.length > 20
      )
        unlike.push([nameOf(spec), status, code, bytes, errors.length]);
    }
    expect(unlike).toEqual([]);
  });
});

test("80 KB of bad points are refused with twenty field problems", async () => {
  const { status, errors, bytes } = await send(
    stations.findAlongRoute,
    HOSTILE["bad points"]!(80 * 1024),
  );
  expect([status, errors?.length]).toEqual([400, 20]);
  expect(bytes).toBeLessThan(MOST_REFUSAL);
});
