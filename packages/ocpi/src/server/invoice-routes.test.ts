import { expect, test } from "vitest";
import {
  createOcpiClient,
  createOcpiServer,
  done,
  missing,
  read,
  reading,
  type InvoiceRecord,
} from "../index.ts";
import { ask, cpo, emsp, envelope, refusal, scripted, wireTo } from "../../test/loopback.ts";

const record: InvoiceRecord = {
  ...cpo,
  id: "R-1",
  invoice_id: "INV/2026/11-7",
  cdrs: ["C-1", "x".repeat(39)],
  last_updated: "2026-12-01T00:00:00Z",
};

function provider() {
  const held = new Map<string, InvoiceRecord>();
  const server = createOcpiServer({
    base: "/ocpi",
    origin: "https://peer.example",
    role: "EMSP",
    authenticate: () => ({ registered: true, parties: [cpo] }),
    handlers: {
      credentials: {
        get: () => done(),
        post: () => done(),
        put: () => done(),
        delete: () => done(),
      },
      tariffs: { put: () => done(), delete: () => done() },
      invoices: {
        get: (_, __, id) => {
          const found = held.get(id);
          return found ? done(found) : missing("none");
        },
        put: (_, sent) => (held.set(sent.id, sent), done()),
        delete: (_, __, id) => (held.delete(id) ? done() : missing("none")),
      },
    },
  });
  return { server, held };
}
const area = "/ocpi/emsp/2.3.0/invoicereconciliation";

test("an operator posts, changes, reads and deletes what stands on an invoice", async () => {
  const { server, held } = provider();
  const { transport } = wireTo(server);
  const client = createOcpiClient({
    transport,
    token: "t",
    from: cpo,
    to: emsp,
    version: "2.3.0",
    newId: () => "id",
    endpoints: [
      {
        identifier: "invoicereconciliation",
        role: "RECEIVER",
        url: `https://peer.example${area}`,
      },
    ],
  });
  expect(await client.postInvoice(record)).toMatchObject({ ok: true });
  expect(held.get("R-1")).toEqual(record);
  expect(await client.putInvoice({ ...record, cdrs: ["C-2"] })).toMatchObject({ ok: true });
  expect((await ask(server, "GET", `${area}/IN/CPX/R-1`)).envelope.data).toMatchObject({
    cdrs: ["C-2"],
  });
  expect(await client.deleteInvoice("R-1")).toMatchObject({ ok: true });
  expect(await client.deleteInvoice("R-1")).toMatchObject({ ok: false, status: 404 });
});

test("only what is a party of the caller's and agrees with the address is passed on", async () => {
  const { server, held } = provider();
  const other = { ...record, party_id: "OTH" };
  expect(await refusal(server, "POST", area, other)).toEqual([
    200,
    2001,
    "IN/OTH is not a party of yours",
  ]);
  expect((await ask(server, "PUT", `${area}/IN/OTH/R-1`, other)).status).toBe(404);
  expect((await refusal(server, "PUT", `${area}/IN/CPX/R-2`, record))[1]).toBe(2001);
  expect((await ask(server, "PATCH", `${area}/IN/CPX/R-1`, record)).status).toBe(405);
  expect(held.size).toBe(0);
});

test("a version without the module neither lists nor answers it", async () => {
  const { server } = provider();
  const modules = async (version: string) =>
    (
      (await ask(server, "GET", `/ocpi/${version}`)).envelope.data as {
        endpoints: { identifier: string }[];
      }
    ).endpoints.map(({ identifier }) => identifier);
  expect(await modules("2.2.1")).toEqual(["credentials", "tariffs"]);
  expect(await modules("2.3.0")).toEqual(["credentials", "tariffs", "invoicereconciliation"]);
  const old = area.replace("2.3.0", "2.2.1");
  expect((await ask(server, "POST", old, record)).status).toBe(404);
  expect((await ask(server, "PUT", `${old}/IN/CPX/R-1`, record)).status).toBe(404);
});

test("what cannot be read of a record is left out and reported", () => {
  const { invoice_id: _, ...nameless } = record;
  const read1 = read(reading.invoiceRecord, { ...nameless, cdrs: [17, "C-1", {}, null], more: 1 });
  expect(read1).toMatchObject({ ok: true, data: { cdrs: ["17", "C-1"] } });
  expect(read1.findings.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["invoice_id", "cdrs.0", "cdrs.2"]),
  );
  const { id: __, ...unnamed } = record;
  expect(read(reading.invoiceRecord, unnamed).ok).toBe(false);
  expect(read(reading.invoiceRecord, { ...record, cdrs: null }).ok).toBe(false);
});

test("the records of a sender are pulled; without its endpoint there are none", async () => {
  const { transport, sent } = scripted({ body: envelope([record, { id: 3 }]) });
  const clientWith = (role: "SENDER" | "RECEIVER") =>
    createOcpiClient({
      transport,
      token: "t",
      from: emsp,
      newId: () => "id",
      endpoints: [{ identifier: "invoicereconciliation", role, url: "https://cpx.example/i" }],
    });
  for await (const page of clientWith("SENDER").getInvoices({ date_from: "2026-11-01T00:00:00Z" }))
    expect(page).toMatchObject({ ok: true, data: { items: [record], rejected: [{ id: "3" }] } });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://cpx.example/i?date_from=2026-11-01T00%3A00%3A00Z",
  ]);
  for await (const page of clientWith("RECEIVER").getInvoices()) expect(page.ok).toBe(false);
});
