import * as z from "zod/mini";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cdr, location, session, tariff } from "../test/objects.ts";
import { readAuthorization, writeAuthorization } from "./authorization.ts";
import { fail, ok, parseEnvelope } from "./envelope.ts";
import {
  read,
  readDateTime,
  reading,
  sameId,
  type EvsePatch,
  write,
  writeDateTime,
  writing,
} from "./index.ts";
import { parseJson } from "./json.ts";

describe("authorization", () => {
  test("a token is written as Base64 of UTF-8 without a newline", () => {
    expect(writeAuthorization("example-token")).toBe("Token ZXhhbXBsZS10b2tlbg==");
  });
  test("the standard's own example, with a newline inside, is read", () => {
    expect(readAuthorization("Token ZXhhbXBsZS10b2tlbgo=")[0]).toBe("example-token");
  });
  test("a raw token is read as it is, also when it looks like Base64", () => {
    expect(readAuthorization("Token 11111111-2222-3333-4444-555555555555")).toEqual([
      "11111111-2222-3333-4444-555555555555",
    ]);
    expect(readAuthorization("token abcdefgh")).toContain("abcdefgh");
  });
  test.each([undefined, "", "Token", "Token ", "Bearer abc", "Token a b"])(
    "%j is no token",
    (text) => {
      expect(readAuthorization(text)).toEqual([]);
    },
  );
  test("a written header is read back, in both encodings", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.integer({ min: 0x21, max: 0x7e }).map((n) => String.fromCharCode(n)),
          minLength: 1,
          maxLength: 64,
        }),
        (token) => {
          expect(readAuthorization(writeAuthorization(token))[0]).toBe(token);
          expect(readAuthorization(writeAuthorization(token, "raw"))).toContain(token);
        },
      ),
    );
  });
  test("a token with a space or of 65 characters is refused by us", () => {
    expect(() => writeAuthorization("a b")).toThrow();
    expect(() => writeAuthorization("a".repeat(65))).toThrow();
  });
});

describe("dates", () => {
  test.each([
    ["1970-1-1T00:00:00Z", 0],
    ["2015-06-29T20:39:09", Date.UTC(2015, 5, 29, 20, 39, 9)],
    ["2015-06-29T20:39:09Z", Date.UTC(2015, 5, 29, 20, 39, 9)],
    ["2016-12-29T17:45:09.2Z", Date.UTC(2016, 11, 29, 17, 45, 9, 200)],
    ["2016-12-29T17:45:09.123456Z", Date.UTC(2016, 11, 29, 17, 45, 9, 123)],
    ["2018-01-01T01:08:01.123+00:00", Date.UTC(2018, 0, 1, 1, 8, 1, 123)],
    ["2018-01-01T06:38:01+05:30", Date.UTC(2018, 0, 1, 1, 8, 1)],
  ])("%s is read", (text, at) => {
    expect(readDateTime(text)).toBe(at);
  });
  test.each([
    "",
    "yesterday",
    "2026-13-01T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "1767225600",
    "2026-01-01T25:00:00Z",
  ])("%j is no date", (text) => {
    expect(readDateTime(text)).toBeNull();
  });
  test("every instant is written in at most 25 characters with Z and read back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
        const text = writeDateTime(at);
        expect(text.length).toBeLessThanOrEqual(25);
        expect(text.endsWith("Z")).toBe(true);
        expect(readDateTime(text)).toBe(at);
      }),
    );
  });
});

describe("ids", () => {
  test("are compared without regard to case", () => {
    expect(sameId("IN*cpx*E1", "in*CPX*e1")).toBe(true);
    expect(sameId("a", "b")).toBe(false);
  });
});

describe("envelope", () => {
  test("success without data has no data field", () => {
    expect(ok()).not.toHaveProperty("data");
    expect(ok([]).data).toEqual([]);
    expect(ok().status_code).toBe(1000);
    expect(fail(2001, "id is missing")).toMatchObject({
      status_code: 2001,
      status_message: "id is missing",
    });
  });
  test("data null counts as absent, a missing timestamp is accepted", () => {
    expect(parseEnvelope({ data: null, status_code: 1000 })).not.toHaveProperty("data");
  });
  test("a status code in quotation marks is read", () => {
    expect(parseEnvelope({ status_code: "1000" })).toMatchObject({ status_code: 1000 });
  });
  test.each([null, [], "ok", {}, { status_code: "OK" }, { status_code: 1000.5 }])(
    "%j is no envelope",
    (value) => {
      expect(parseEnvelope(value)).toBeNull();
    },
  );
  test("JSON deeper than 32 levels is refused", () => {
    expect(parseJson("[".repeat(33) + "]".repeat(33))).toBeNull();
    expect(parseJson("[".repeat(20) + "]".repeat(20))).not.toBeNull();
    expect(parseJson("{")).toBeNull();
  });
});

describe("objects", () => {
  test("unknown fields are ignored, null is absent, unknown values of open enumerations stay", () => {
    const result = read(reading.location, {
      ...location,
      name: null,
      images: [null],
      parking_bays: [{ id: "x" }],
      evses: [{ ...location.evses![0], status: "HIBERNATING", capabilities: ["TELEPORT"] }],
    });
    expect(result).toMatchObject({
      ok: true,
      data: { evses: [{ status: "UNKNOWN", capabilities: ["TELEPORT"] }] },
    });
    expect(result.ok && "name" in result.data).toBe(false);
    expect(result.ok && "parking_bays" in result.data).toBe(false);
    expect(result.ok && result.data.images).toEqual([]);
  });
  test("a status of RESERVED, as in the standard's prose, is read", () => {
    expect(read(reading.session, { ...session, status: "RESERVED" })).toMatchObject({ ok: true });
  });
  test("dates are normalised, coordinates become text", () => {
    expect(
      read(reading.session, { ...session, start_date_time: "1970-1-1T00:00:00Z" }),
    ).toMatchObject({
      ok: true,
      data: { start_date_time: "1970-01-01T00:00:00Z" },
    });
    expect(
      read(reading.location, { ...location, coordinates: { latitude: 18.5, longitude: "73.8" } }),
    ).toMatchObject({
      ok: true,
      data: { coordinates: { latitude: "18.5", longitude: "73.8" } },
    });
  });
  test.each([
    ["total_energy", Number.NaN],
    ["total_energy", "20 kWh"],
    ["total_cost", undefined],
    ["end_date_time", "soon"],
    ["charging_periods", {}],
  ])("a charge record with %s %j is refused, naming the field", (field, value) => {
    const result = read(reading.cdr, { ...cdr, [field]: value });
    expect(result.ok).toBe(false);
    expect(!result.ok && result.message).toContain(field);
  });
  test("latitude 91 is invalid", () => {
    expect(read(reading.geoLocation, { latitude: "91", longitude: "0" }).ok).toBe(false);
    expect(read(reading.geoLocation, { latitude: "", longitude: "0" }).ok).toBe(false);
  });
  test("ratings with a fraction are rounded when read, refused when written", () => {
    const [plug] = location.evses![0]!.connectors;
    expect(read(reading.connector, { ...plug, max_voltage: 230.4 })).toMatchObject({
      ok: true,
      data: { max_voltage: 230 },
    });
    expect(() => write(writing.connector, { ...plug!, max_voltage: 230.4 })).toThrow(/max_voltage/);
  });
  test("texts lose characters no database accepts", () => {
    const result = read(reading.location, { ...location, name: "Gokhale\u0000 Road\ud800" });
    expect(result).toMatchObject({ ok: true, data: { name: "Gokhale Road\ufffd" } });
  });
  test('a "__proto__" key changes no prototype', () => {
    const result = read(reading.price, JSON.parse('{"excl_vat":1,"__proto__":{"incl_vat":2}}'));
    expect(result).toEqual({ ok: true, data: { excl_vat: 1 }, findings: [] });
    expect(({} as { incl_vat?: number }).incl_vat).toBeUndefined();
  });
  test("a patch without last_updated is dated now when read; we never send one", () => {
    const now = Date.UTC(2026, 0, 2);
    expect(read(reading.evsePatch, { status: "CHARGING" }, { now })).toMatchObject({
      ok: true,
      data: { status: "CHARGING", last_updated: "2026-01-02T00:00:00Z" },
      findings: [{ path: "last_updated", outcome: "READ_AS" }],
    });
    expect(
      read(reading.sessionPatch, { kwh: 1, last_updated: "2026-01-01T00:00:00Z" }, { now }),
    ).toEqual({
      ok: true,
      data: { kwh: 1, last_updated: "2026-01-01T00:00:00Z" },
      findings: [],
    });
    expect(() => write(writing.evsePatch, { status: "CHARGING" } as EvsePatch)).toThrow(
      /last_updated/,
    );
  });
  test("writing keeps to the standard: lengths, closed lists, Z", () => {
    expect(() => write(writing.tariff, { ...tariff, id: "x".repeat(37) })).toThrow(/id/);
    expect(() => write(writing.session, { ...session, status: "RESERVED" })).toThrow(/status/);
    expect(() =>
      write(writing.session, { ...session, last_updated: "2026-01-01T00:00:00+00:00" }),
    ).toThrow(/last_updated/);
    expect(() =>
      write(writing.location, {
        ...location,
        coordinates: { latitude: "18.5", longitude: "73.85674" },
      }),
    ).toThrow(/coordinates/);
    expect(write(writing.cdr, cdr)).toEqual(cdr);
  });
  test.each([
    ["90.00000", "-180.00000", true],
    ["-90.00000", "180.00000", true],
    ["90.00001", "0.00000", false],
    ["0.00000", "-180.00001", false],
  ])("%s, %s is a place on earth: %s", (latitude, longitude, known) => {
    expect(read(reading.geoLocation, { latitude, longitude }).ok).toBe(known);
    expect(read(writing.geoLocation, { latitude, longitude }).ok).toBe(known);
  });
  test.each([
    [writing.tariff, { ...tariff, id: "x".repeat(37) }, "id: too big"],
    [writing.session, { ...session, status: "RESERVED" }, "status: invalid value"],
    [reading.displayText, "Hello", "body: object expected"],
    [reading.session, { ...session, id: {} }, "id: string expected"],
    [reading.cdr, { ...cdr, cdr_token: {} }, "cdr_token.uid: string expected"],
    [
      reading.cdr,
      {},
      [
        "country_code: string expected",
        "party_id: string expected",
        "id: string expected",
        "start_date_time: string expected",
        "end_date_time: string expected",
      ].join("; "),
    ],
  ])("what does not fit is said by field, five at most", (schema, value, message) => {
    const result = read(schema, value);
    expect(result).toMatchObject({
      ok: false,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });
  test("errors read the same in a program that has loaded a locale of zod", () => {
    const before = z.config();
    z.config({ localeError: () => "In another language" });
    try {
      expect(read(writing.tariff, { ...tariff, id: "x".repeat(37) })).toMatchObject({
        message: "id: too big",
      });
    } finally {
      z.config({ localeError: before.localeError });
    }
  });
  test("a credentials token of 65 characters is refused: it could never be sent", () => {
    const credentials = { url: "https://peer.example/versions", roles: [] };
    const reads = (length: number) =>
      read(reading.credentials, { ...credentials, token: "x".repeat(length) });
    expect(reads(64).ok).toBe(true);
    expect(reads(65)).toMatchObject({ ok: false, message: "token: not a credentials token" });
  });
});
