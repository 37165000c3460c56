import { describe, expect, test } from "vitest";
import { clientOf, cpo, emsp, serverOf, wireTo } from "../test/loopback.ts";
import { whole } from "../test/full-objects.ts";
import { cdr, location, session, tariff, token } from "../test/objects.ts";
import {
  type Cdr,
  done,
  highestOf,
  isAbove,
  type Peer,
  read,
  reading,
  type Tariff,
  versions,
  type VersionNumber,
  writeFor,
} from "./index.ts";
import { versionOf } from "./versions.ts";

const named = (...all: string[]) =>
  all.map((version) => ({ version, url: `https://p/${version}` }));
const readAs = (schema: Parameters<typeof read>[0], value: unknown) => {
  const result = read(schema, value, { owner: cpo });
  if (!result.ok) throw new Error(result.message);
  return { data: result.data as Record<string, unknown>, findings: result.findings };
};

describe("the version of a connection", () => {
  test.each([
    [["2.2.1", "2.3.0"], "2.3.0"],
    [["2.3", "2.2.1"], "2.3.0"],
    [["2.1.1", "2.2"], "2.2"],
    [["3.0", "2.1.1"], "2.1.1"],
    [["2.0", "3.0"], undefined],
    [[], undefined],
  ])("of a peer that names %j is %s", (theirs, highest) => {
    expect(highestOf(named(...theirs))?.version).toBe(highest);
  });

  test("is the highest of ours that is named, as the peer names it", () => {
    expect(highestOf(named("2.2.1", "2.3"), ["2.2.1"])?.named.version).toBe("2.2.1");
    expect(highestOf(named("2.2.1", "2.3"))?.named.url).toBe("https://p/2.3");
    expect([versionOf(" 2.3 "), versionOf("2.4")]).toEqual(["2.3.0", null]);
    expect([isAbove("2.3.0", "2.2.1"), isAbove("2.2.1", "2.2.1"), isAbove("2.1.1", "2.2")]).toEqual(
      [true, false, false],
    );
  });
});

describe("a price of OCPI 2.3.0", () => {
  const gst = [
    { name: "CGST", percentage: 9, amount: 9.05 },
    { name: "SGST", percentage: 9, amount: 9.05 },
  ];

  test("is the amount before taxes, the taxes by name, and their sum", () => {
    const { data, findings } = readAs(reading.price, { before_taxes: 100.55, taxes: gst });
    expect(data).toEqual({ excl_vat: 100.55, incl_vat: 118.65, taxes: gst });
    expect(findings).toEqual([]);
  });

  test("without a tax costs as much with taxes as before", () => {
    expect(readAs(reading.price, { before_taxes: 10, taxes: [] }).data).toMatchObject({
      incl_vat: 10,
    });
  });

  test.each([[[{ name: "GST" }]], ["much"], [[{ name: "GST", amount: "x" }]], [undefined]])(
    "with taxes that cannot be read (%j) is not known with them",
    (taxes) => {
      expect(readAs(reading.price, { before_taxes: 10, taxes }).data).not.toHaveProperty(
        "incl_vat",
      );
    },
  );

  test("is written so, and a difference that nobody named as VAT", () => {
    const price = { excl_vat: 100.55, incl_vat: 118.65 };
    expect(writeFor("2.3.0", { total_cost: { ...price, taxes: gst } })).toEqual({
      total_cost: { before_taxes: 100.55, taxes: gst },
    });
    expect(writeFor("2.3.0", { total_cost: price })).toEqual({
      total_cost: { before_taxes: 100.55, taxes: [{ name: "VAT", amount: 18.1 }] },
    });
    expect(writeFor("2.2.1", { total_cost: { ...price, taxes: gst } })).toEqual({
      total_cost: price,
    });
  });
});

describe("a tariff of OCPI 2.3.0", () => {
  const priced = (tax_included: string, ...components: object[]) =>
    readAs(reading.tariff, {
      ...tariff,
      tax_included,
      elements: [{ price_components: components }],
    }).data as unknown as Tariff;
  const part = (more: object) => ({ type: "ENERGY", price: 20, step_size: 1, ...more });

  test("with tax in its prices has them without, and as they were sent", () => {
    const { tax_included, elements } = priced("YES", part({ vat: 18 }), part({ price: 0 }));
    expect(tax_included).toBeUndefined();
    expect(elements[0]!.price_components).toMatchObject([
      { price: 2000 / 118, price_incl_vat: 20, vat: 18 },
      { price: 0 },
    ]);
  });

  test.each([
    ["YES", {}, "YES"],
    ["YES", { vat: -1 }, "YES"],
    ["NO", { vat: 18 }, undefined],
    ["N/A", {}, undefined],
  ])("that says %s with %j keeps its prices, and no rate is guessed", (said, more, kept) => {
    const found = priced(said, part(more));
    expect(found.tax_included).toBe(kept);
    expect(found.elements[0]!.price_components[0]).toEqual(part(more));
  });

  test("has limits before and after taxes", () => {
    const limits = {
      min_price: { before_taxes: 10, after_taxes: 11.8 },
      max_price: { before_taxes: 99 },
    };
    const { data } = readAs(reading.tariff, { ...tariff, ...limits });
    expect(data).toMatchObject({
      min_price: { excl_vat: 10, incl_vat: 11.8 },
      max_price: { excl_vat: 99 },
    });
    expect(writeFor("2.3.0", data)).toMatchObject({ ...limits, tax_included: "NO" });
  });
});

test("what only OCPI 2.3.0 has of a location is not written for an older version", () => {
  const older = JSON.stringify(writeFor("2.2.1", whole.location));
  const newer = JSON.stringify(writeFor("2.3.0", whole.location));
  for (const key of ["parking_places", "help_phone", "parking", "accepted_service_providers"])
    expect([older, newer].map((text) => text.includes(`"${key}":`))).toEqual([false, true]);
  expect([older, newer].map((text) => text.includes("PLUG_AND_CHARGE"))).toEqual([false, true]);
  expect(older).toContain("REMOTE_START_STOP_CAPABLE");
});

test.each(versions)("what is written for %s is read as it was", (version) => {
  const paid: Cdr = { ...cdr, total_cost: { excl_vat: 290, incl_vat: 342.2 } };
  const kept = (schema: Parameters<typeof read>[0], value: object) =>
    readAs(schema, JSON.parse(JSON.stringify(writeFor(version, value)))).data;
  expect(kept(reading.tariff, tariff)).toMatchObject({ ...tariff });
  expect(kept(reading.location, location)).toEqual(location);
  const { authorization_reference: reference, cdr_token, ...charge } = session;
  const { session_id, cdr_token: payer, authorization_reference: _, tariffs: __, ...record } = paid;
  const isOld = version === "2.1.1";
  const same = { uid: token.uid };
  expect(kept(reading.session, session)).toMatchObject(
    isOld
      ? { ...charge, cdr_token: same }
      : { ...charge, cdr_token, authorization_reference: reference },
  );
  const { total_cost, cdr_location, ...told } = record;
  expect(kept(reading.cdr, { ...paid, cdr_token: payer })).toMatchObject(
    isOld
      ? {
          ...told,
          total_cost: { excl_vat: 290 },
          cdr_token: same,
          cdr_location: { id: "L-1", evse_uid: "E-1" },
        }
      : { ...told, session_id, total_cost, cdr_location, cdr_token: payer },
  );
});

describe("a server", () => {
  const seen: VersionNumber[] = [];
  const serving = (peer: Peer) =>
    wireTo(
      serverOf<Peer>({
        role: "EMSP",
        authenticate: () => peer,
        handlers: {
          credentials: {
            get: ({ version }) => {
              seen.push(version);
              return done({
                token: "token-c",
                url: "https://peer.example/ocpi/versions",
                roles: [{ role: "EMSP", ...emsp, business_details: { name: "V" } }],
              });
            },
            post: () => done(),
            put: () => done(),
            delete: () => done(),
          },
          tokens: { list: () => ({ items: [token], total: 1 }), authorize: () => done() },
          cdrs: { post: () => done(), get: () => done(cdr) },
        },
      }),
    );
  const registered = { registered: true, parties: [cpo] };
  const versionsOf = async (peer: Peer) => {
    const client = clientOf(serving(peer).transport, { endpoints: [] });
    const found = await client.getVersions("https://peer.example/ocpi/versions");
    return found.ok ? found.data.map(({ version }) => version) : found;
  };

  test("offers what is in use, and an older version to a peer that has nothing newer", async () => {
    expect(await versionsOf(registered)).toEqual(["2.2.1", "2.3.0"]);
    expect(await versionsOf({ ...registered, version: "2.1.1" })).toEqual([
      "2.1.1",
      "2.2.1",
      "2.3.0",
    ]);
  });

  test.each(versions)("answers in %s, which it tells its handlers", async (version) => {
    const { transport } = serving({ ...registered, version });
    const asked = clientOf(transport, { endpoints: [], version, peer: "EMSP" });
    const details = await asked.getVersionDetails(`https://peer.example/ocpi/${version}`);
    if (!details.ok) throw new Error(details.message);
    const { endpoints } = details.data;
    expect(endpoints).toContainEqual({
      identifier: "tokens",
      role: "SENDER",
      url: `https://peer.example/ocpi/emsp/${version}/tokens`,
    });
    const client = clientOf(transport, { endpoints, version, peer: "EMSP" });
    seen.length = 0;
    const credentials = await client.getCredentials();
    expect(credentials).toMatchObject({
      ok: true,
      data: { token: "token-c", roles: [{ role: "EMSP", ...emsp }] },
    });
    expect(seen).toEqual([version]);
    const record = await client.getCdrAt(`https://peer.example/ocpi/emsp/${version}/cdrs/C-1`);
    if (version !== "2.1.1")
      expect(record).toMatchObject({ ok: true, data: { total_cost: { incl_vat: 342.2 } } });
  });

  test("has no older version for others", async () => {
    const { transport } = serving(registered);
    const client = clientOf(transport, { endpoints: [] });
    expect(await client.getVersionDetails("https://peer.example/ocpi/2.1.1")).toMatchObject({
      ok: false,
      status: 404,
    });
  });
});

describe("a client of OCPI 2.1.1", () => {
  test("sends its token raw, and a start as that version has it", async () => {
    const wire = wireTo({ handle: async () => ({ status: 200, headers: {}, body: "{}" }) });
    const url = "https://peer.example/commands";
    const client = clientOf(wire.transport, {
      version: "2.1.1",
      endpoints: [{ identifier: "commands", role: "RECEIVER", url }],
    });
    const response_url = "https://us.example/x";
    await client.startSession({
      response_url,
      token,
      location_id: "L-1",
      evse_uid: "E-1",
      connector_id: "1",
      authorization_reference: "attempt-1",
    });
    const [sent] = wire.sent;
    expect(sent!.headers["authorization"]).toBe("Token token-c");
    expect(JSON.parse(sent!.body!)).toEqual({
      response_url,
      location_id: "L-1",
      evse_uid: "E-1",
      token: {
        uid: token.uid,
        type: "OTHER",
        auth_id: token.uid,
        issuer: token.issuer,
        valid: true,
        whitelist: "NEVER",
        last_updated: token.last_updated,
      },
    });
  });
});
