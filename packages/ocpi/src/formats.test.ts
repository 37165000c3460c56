import { describe, expect, test } from "vitest";
import { isCredentialsToken, readAuthorization, writeAuthorization } from "./authorization.ts";
import { isStrictDateTime, readDateTime, writeDateTime } from "./dates.ts";
import { fail, isSuccess, ok, parseEnvelope, statusCodes } from "./envelope.ts";
import { sameId, sameParty } from "./ids.ts";
import { parseJson, tidy } from "./json.ts";
import { created, done, envelopeOf, invalid, missing, refuse } from "./server/reply.ts";
import { header, readRouting, routingHeaders } from "./transport.ts";

describe("an OCPI DateTime", () => {
  const at = Date.UTC(2026, 0, 5, 4, 7, 9);

  test.each([
    ["2026-01-05T04:07:09Z", at],
    ["2026-01-05T04:07:09", at],
    ["2026-01-05 04:07:09z", at],
    ["2026-1-5T4:7:9Z", at],
    ["  2026-01-05T04:07:09Z\n", at],
    ["2026-01-05T09:37:09+05:30", at],
    ["2026-01-05T09:37:09+0530", at],
    ["2026-01-04T23:37:09-04:30", at],
    ["2026-01-05T04:07:09 Z", at],
    ["2026-01-05T04:07:09.5Z", at + 500],
    ["2026-01-05T04:07:09,25Z", at + 250],
    ["2026-01-05T04:07:09.123999Z", at + 123],
    ["2026-01-05T04:07Z", at - 9000],
    ["2026-01-05", Date.UTC(2026, 0, 5)],
    ["2026-01-05T24:00:00Z", Date.UTC(2026, 0, 6)],
    ["2026-12-31T23:59:60Z", Date.UTC(2027, 0, 1)],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["1970-1-1T00:00:00Z", 0],
  ])("%s is read", (text, expected) => {
    expect(readDateTime(text)).toBe(expected);
  });

  test.each([
    "",
    "now",
    "2026-00-05T04:07:09Z",
    "2026-13-05T04:07:09Z",
    "2026-01-00T04:07:09Z",
    "2026-01-32T04:07:09Z",
    "2026-02-29T04:07:09Z",
    "2026-04-31T04:07:09Z",
    "2026-01-05T24:30:00Z",
    "2026-01-05T24:00:01Z",
    "2026-01-05T24:00:00.001Z",
    "2026-01-05T24:01+05:30",
    "2026-01-05T25:00:00Z",
    "2026-01-05T04:60:00Z",
    "2026-01-05T04:07:61Z",
    "x2026-01-05T04:07:09Z",
    "2026-01-05T04:07:09Zx",
    "2026-01-05T04:07:09+5:30",
    "26-01-05T04:07:09Z",
  ])("%s is none", (text) => {
    expect(readDateTime(text)).toBeNull();
  });

  test("is written in one form, and only that form is strict", () => {
    expect(writeDateTime(at)).toBe("2026-01-05T04:07:09Z");
    expect(writeDateTime(new Date(at + 5))).toBe("2026-01-05T04:07:09.005Z");
    for (const text of [
      "2026-01-05T04:07:09Z",
      "2026-01-05T04:07:09.5Z",
      "2026-01-05T04:07:09.123Z",
    ])
      expect(isStrictDateTime(text), text).toBe(true);
    for (const text of [
      "2026-01-05T04:07:09",
      "2026-1-05T04:07:09Z",
      "2026-01-05 04:07:09Z",
      "2026-02-30T04:07:09Z",
      "2026-01-05T24:00:00Z",
      "2026-01-05T04:07:09.1234Z",
      "x2026-01-05T04:07:09Z",
      "2026-01-05T04:07:09Zx",
      " 2026-01-05T04:07:09Z",
      "2026-01-05T04:07:09Z\n",
    ])
      expect(isStrictDateTime(text), text).toBe(false);
  });
});

describe("the Authorization header", () => {
  test("is written in base64 or, for old peers, as it stands", () => {
    expect(writeAuthorization("secret-1")).toBe("Token c2VjcmV0LTE=");
    expect(writeAuthorization("secret-1", "raw")).toBe("Token secret-1");
    for (const token of ["", "two words", "ä", "x".repeat(65)])
      expect(() => writeAuthorization(token), token).toThrow("1 to 64 printable ASCII");
    expect(isCredentialsToken("x".repeat(64))).toBe(true);
  });

  test("is read in both forms, the decoded one first", () => {
    expect(readAuthorization("Token c2VjcmV0LTE=")).toEqual(["secret-1", "c2VjcmV0LTE="]);
    expect(readAuthorization("token\tc2VjcmV0LTE  ")).toEqual(["secret-1", "c2VjcmV0LTE"]);
    // The standard's own example contains a line break.
    expect(readAuthorization(`Token ${btoa("secret-1\n")}`)[0]).toBe("secret-1");
    expect(readAuthorization("Token  \t raw-one")).toEqual(["raw-one"]);
    expect(readAuthorization("Token c2VjcmV0LTE.")).toEqual(["c2VjcmV0LTE."]);
    expect(readAuthorization("Token not-base64")).toEqual(["not-base64"]);
    expect(readAuthorization(`Token ${btoa("two words")}`)).toEqual([btoa("two words")]);
    expect(readAuthorization(`Token ${"-".repeat(256)}`)).toEqual([]);
  });

  test.each([undefined, "", "Bearer x", "Token", "Token a b", "xToken a", "Token ä"])(
    "%s is none",
    (text) => {
      expect(readAuthorization(text)).toEqual([]);
    },
  );
});

describe("an envelope", () => {
  test("contains success with data, or a refusal with a message", () => {
    expect(ok({ a: 1 }, 0)).toEqual({
      data: { a: 1 },
      status_code: 1000,
      timestamp: "1970-01-01T00:00:00Z",
    });
    expect(ok(undefined, 0)).not.toHaveProperty("data");
    expect(fail(2001, "No.", 0)).toEqual({
      status_code: 2001,
      status_message: "No.",
      timestamp: "1970-01-01T00:00:00Z",
    });
    expect([999, 1000, 1999, 2000].map(isSuccess)).toEqual([false, true, true, false]);
    expect(Object.values(statusCodes)).toEqual([
      1000, 2000, 2001, 2002, 2003, 2004, 3000, 3001, 3002, 3003, 4000, 4001, 4002, 4003,
    ]);
  });

  test("is read leniently, and is invalid without an integer status code", () => {
    expect(parseEnvelope({ status_code: 1000, data: null, status_message: 7 })).toStrictEqual({
      status_code: 1000,
      timestamp: "1970-01-01T00:00:00Z",
    });
    expect(
      parseEnvelope({
        status_code: 2001,
        data: [1],
        status_message: "No.",
        timestamp: "2026-1-5T04:07:09",
      }),
    ).toEqual({
      status_code: 2001,
      data: [1],
      status_message: "No.",
      timestamp: "2026-01-05T04:07:09Z",
    });
    expect(parseEnvelope({ status_code: 1000 })).not.toHaveProperty("data");
    for (const value of [null, "x", 7, [], {}, { status_code: "OK" }, { status_code: 1000.5 }])
      expect(parseEnvelope(value), JSON.stringify(value)).toBeNull();
  });

  test("of a handler's reply", () => {
    expect(done()).toStrictEqual({ ok: true });
    expect(done(1)).toEqual({ ok: true, data: 1 });
    expect(created()).toStrictEqual({ ok: true, status: 201 });
    expect(created(1)).toEqual({ ok: true, status: 201, data: 1 });
    expect(refuse(2003, "No.")).toEqual({ ok: false, status_code: 2003, message: "No." });
    expect(missing("No.")).toEqual({ ok: false, status: 404, status_code: 2000, message: "No." });
    expect(missing("No.", 2004)).toMatchObject({ status_code: 2004 });
    expect(invalid("No.")).toEqual({ ok: false, status_code: 2001, message: "No." });
    expect(envelopeOf(done(1))).toMatchObject({ status_code: 1000, data: 1 });
    expect(envelopeOf(invalid("No."))).toMatchObject({ status_code: 2001, status_message: "No." });
  });
});

describe("a body", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test("is JSON of at most 32 levels", () => {
    expect(parseJson("null")).toEqual({ value: null });
    expect(parseJson('{"a":[1]}')).toEqual({ value: { a: [1] } });
    expect(parseJson("{")).toBeNull();
    expect(parseJson(nested(32))).not.toBeNull();
    expect(parseJson(nested(33))).toBeNull();
    expect(parseJson(`[1,${nested(32)}]`)).toBeNull();
    expect(parseJson(`{"a":1,"b":${nested(32)}}`)).toBeNull();
  });

  test("loses nulls and characters no database accepts, and nothing else", () => {
    expect(tidy({ a: null, b: [null, 0, "", false], c: { d: null, e: "x" } })).toEqual({
      b: [0, "", false],
      c: { e: "x" },
    });
    expect(tidy("a\u0000b\ud800c")).toBe("ab\ufffdc");
    expect(tidy(["\u0000"])).toEqual([""]);
    expect(tidy(null)).toBeNull();
    expect(tidy(7)).toBe(7);
    const own = tidy(JSON.parse('{"__proto__":{"a":1}}')) as object;
    expect(Object.keys(own)).toEqual(["__proto__"]);
  });
});

describe("names on the wire", () => {
  test("are equal in any case", () => {
    expect([sameId("Ab", "aB"), sameId("ab", "ac")]).toEqual([true, false]);
    const party = { country_code: "IN", party_id: "ABC" };
    expect(sameParty(party, { country_code: "in", party_id: "abc" })).toBe(true);
    expect(sameParty(party, { country_code: "IN", party_id: "ABD" })).toBe(false);
    expect(sameParty(party, { country_code: "NL", party_id: "ABC" })).toBe(false);
  });

  test("route from one party to another if both parts are present", () => {
    const [from, to] = [
      { country_code: "IN", party_id: "VMG" },
      { country_code: "NL", party_id: "ABC" },
    ];
    const headers = routingHeaders(from, to);
    expect(headers).toEqual({
      "ocpi-from-country-code": "IN",
      "ocpi-from-party-id": "VMG",
      "ocpi-to-country-code": "NL",
      "ocpi-to-party-id": "ABC",
    });
    expect([readRouting(headers, "from"), readRouting(headers, "to")]).toEqual([from, to]);
    expect(routingHeaders()).toEqual({});
    expect(readRouting({ "ocpi-to-country-code": "NL" }, "to")).toBeUndefined();
    expect(readRouting({ "ocpi-to-party-id": "ABC" }, "to")).toBeUndefined();
    expect(header({ "X-Limit": ["5", "6"] }, "x-limit")).toBe("5");
    expect(header({ "x-limit": "5" }, "X-LIMIT")).toBe("5");
    expect(header({ "x-limit": "5" }, "x-total")).toBeUndefined();
  });
});
