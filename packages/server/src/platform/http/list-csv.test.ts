import { route } from "@voltmarg/contract";
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { listAsCsv } from "./list-csv.ts";

const spec = route({
  method: "GET",
  path: "/provider/v1/things/:id/lines",
  access: { rule: "provider" },
  query: z.object({ page_no: z._default(z.int(), 0), page_size: z._default(z.int(), 20) }),
  response: z.object({
    content: z.array(
      z.object({
        name: z.string(),
        amount_minor: z.nullable(z.int()),
        at: z.iso.datetime(),
        by: z.nullable(z.object({ id: z.string() })),
        tags: z.array(z.string()),
      }),
    ),
    total_pages: z.int(),
  }),
  documents: ["text/csv"],
  errors: [],
});
const row = { name: "a", amount_minor: -250, at: "2026-11-23T20:00:00Z", by: null, tags: ["x"] };

async function saved(content: (typeof row)[]) {
  const asked: object[] = [];
  const answer = await listAsCsv(spec, { page_no: 3, page_size: 20 }, async (query) => {
    asked.push(query);
    return { ok: true, value: { content, total_pages: 1 } };
  });
  if (!answer.ok || !("document" in answer)) throw new Error("no document");
  let text = "";
  for await (const part of answer.document.bytes as AsyncIterable<string>) text += part;
  return { asked, name: answer.document.fileName, lines: text.trimEnd().split("\r\n") };
}

test("[D-24] amounts are rupees, times are India's, and what is missing is empty", async () => {
  const { name, lines } = await saved([row]);
  expect(name).toBe("lines.csv");
  expect(lines).toEqual([
    "\uFEFFname,amount_inr,at,by.id,tags",
    'a,-2.50,2026-11-24T01:30:00+05:30,,"[""x""]"',
  ]);
});

test("[D-24] numbered pages are read at once, from the first", async () => {
  const { asked } = await saved([row]);
  expect(asked).toEqual([{ page_no: 0, page_size: 50_001 }]);
});

test("[D-24] a text that a spreadsheet would run is disarmed", async () => {
  const { lines } = await saved([{ ...row, name: '=cmd|"/c calc"!A1' }]);
  expect(lines[1]).toMatch(/^"'=cmd\|""\/c calc""!A1",/);
});

test("[D-24] a text that looks like a time, but is none, is written as it is", async () => {
  const name = "2026-01-01T99:99:99Z";
  const { lines } = await saved([{ ...row, name }]);
  expect(lines[1]).toMatch(/^2026-01-01T99:99:99Z,/);
});
