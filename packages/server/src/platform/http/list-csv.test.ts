import { route } from "@voltmarg/contract";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { listAsCsv } from "./list-csv.ts";

const spec = route({
  method: "GET",
  path: "/provider/v1/things/:id/lines",
  access: { rule: "provider", effect: "READ" },
  query: z.object({ page_no: z._default(z.int(), 0), page_size: z._default(z.int(), 20) }),
  response: z.object({
    content: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        amount_minor: z.nullable(z.int()),
        at: z.iso.datetime(),
        by: z.nullable(z.object({ id: z.string() })),
        tags: z.array(z.string()),
        more: z.looseObject({}),
      }),
    ),
    total_pages: z.int(),
  }),
  documents: ["text/csv"],
  errors: [],
});
const row = {
  id: "r1",
  name: "a",
  amount_minor: -250,
  at: "2026-11-23T20:00:00Z",
  by: null,
  tags: ["x"],
  more: { mobile: "x" },
};

async function saved(content: (typeof row)[]) {
  const answer = await listAsCsv(spec, { page_no: 3, page_size: 20 }, async () => ({
    ok: true,
    value: { content, total_pages: 1 },
  }));
  if (!answer.ok || !("document" in answer)) throw new Error("no document");
  let text = "";
  for await (const part of answer.document.bytes as AsyncIterable<string>) text += part;
  return { name: answer.document.fileName, lines: text.trimEnd().split("\r\n") };
}

test("[D-24] amounts are rupees, times are India's, and what is missing is empty", async () => {
  const { name, lines } = await saved([row]);
  expect(name).toBe("lines.csv");
  expect(lines).toEqual([
    "\uFEFFid,name,amount_inr,at,by.id,tags,more",
    'r1,a,-2.50,2026-11-24T01:30:00+05:30,,"[""x""]","{""mobile"":""x""}"',
  ]);
});

test("[D-24] numbered pages are read in parts, and a row that moved on meanwhile is written once", async () => {
  const all = Array.from({ length: 4_500 }, (_, n) => ({ ...row, id: `r${n}` }));
  const sizes: number[] = [];
  const answer = await listAsCsv(spec, { page_no: 3, page_size: 20 }, async (query) => {
    const { page_no, page_size } = query as { page_no: number; page_size: number };
    sizes.push(page_size);
    const from = page_no * page_size;
    const content = all.slice(from, from + page_size);
    // While it is read, rows are added before the first.
    all.unshift({ ...row, id: `new${page_no}` });
    return { ok: true, value: { content, total_pages: Math.ceil(all.length / page_size) } };
  });
  if (!answer.ok || !("document" in answer)) throw new Error("no document");
  let text = "";
  for await (const part of answer.document.bytes as AsyncIterable<string>) text += part;
  const ids = text.trimEnd().split("\r\n").slice(1);
  expect(ids.map((line) => line.split(",")[0])).toEqual(
    Array.from({ length: 4_500 }, (_, n) => `r${n}`),
  );
  // All of 50,000 rows at once would take some hundred megabytes for each who asks.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
});

test("[D-24] what has no fixed fields is a column of JSON", async () => {
  const { lines } = await saved([row]);
  expect(lines[0]).toMatch(/,more$/);
  expect(lines[1]).toMatch(/,"\{""mobile"":""x""\}"$/);
});

test("[D-24] a text that a spreadsheet would run is disarmed", async () => {
  const { lines } = await saved([{ ...row, name: '=cmd|"/c calc"!A1' }]);
  expect(lines[1]).toMatch(/^r1,"'=cmd\|""\/c calc""!A1",/);
});

test("[D-24] a text that looks like a time, but is none, is written as it is", async () => {
  const name = "2026-01-01T99:99:99Z";
  const { lines } = await saved([{ ...row, name }]);
  expect(lines[1]).toMatch(/^r1,2026-01-01T99:99:99Z,/);
});
