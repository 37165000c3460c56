import { describe, expect, test } from "vitest";
import { plainCode, readChargerCode } from "./charger-code.ts";

const OURS = "https://app.example";
const read = (text: string) => readChargerCode(text, OURS);

test("[L-7] an EVSE id is compared by its letters and digits alone, in upper case", () => {
  expect(plainCode("in*abc-e1 2_3/é")).toBe("INABCE123");
  expect(plainCode("")).toBe("");
});

describe("[L-7] our own link", () => {
  test.each([
    [`${OURS}/charging-details/loc_1`, { location: "loc_1", evse: null }],
    [`  ${OURS}/charging-details/loc_1?evse=E1 `, { location: "loc_1", evse: "E1" }],
    [`${OURS}/charging-details/loc_1/more`, { location: "loc_1", evse: null }],
    [`${OURS}/charging-details/a%20b`, { location: "a b", evse: null }],
    [`${OURS}/charging-details/a%ZZb`, { location: "a%ZZb", evse: null }],
  ])("%s leads to its station", (text, code) => {
    expect(read(text)).toEqual(code);
  });

  test.each([
    `${OURS}/charging-details/`,
    `${OURS}/x/charging-details/loc_1`,
    "https://other.example/charging-details/loc_1",
    "http://app.example/charging-details/loc_1",
    "https://app.example:8443/charging-details/loc_1",
  ])("is not %s", (text) => {
    expect(read(text)).toEqual({ codes: [] });
  });
});

describe("[L-7] the text of a code", () => {
  test.each([
    ["IN*ABC*E123", ["INABCE123", "INABC"]],
    ["IN*ABC*E123*1", ["INABCE1231", "INABCE123"]],
    ["INABCE123", ["INABCE123"]],
    ["in-abc-e123-1", ["INABCE1231", "INABCE123"]],
    ["IN*AB*E123", ["INABE123"]],
    ["VOLT:IN*ABC*E123*1", ["INABCE1231", "INABCE123"]],
    ["UP-PUN-0417", ["UPPUN0417"]],
    ["", []],
    ["  ", []],
  ])("%j may mean %j", (text, codes) => {
    expect(read(text)).toEqual({ codes });
  });

  test("of eight ids that it may mean has no more", () => {
    const text = Array.from({ length: 9 }, (_, nth) => `INABCE${nth}`).join(" ");
    expect(read(text)).toEqual({
      codes: Array.from({ length: 8 }, (_, nth) => `INABCE${nth}`),
    });
  });
});

describe("[L-7] the link of another", () => {
  test.each([
    ["https://a.example/start?id=IN*ABC*E1*2", ["INABCE12", "INABCE1"]],
    ["https://a.example/INABCE1/INABCE2?id=INABCE3#INABCE4", ["E3", "E2", "E1", "E4"]],
    ["https://a.example/IN%2AABC%2AE1", ["INABCE1", "INABC"]],
    ["https://a.example/%ZZ/INABCE1", ["INABCE1"]],
    ["https://a.example/start", []],
    ["HTTP://a.example/INABCE1", ["INABCE1"]],
  ])("%s is read for ids, parameters before the path, its end first", (text, codes) => {
    expect(read(text)).toEqual({
      codes: codes.map((code) => (code.length === 2 ? `INABC${code}` : code)),
    });
  });
});

describe("[L-7] a code of Unified Bharat e-Charge", () => {
  const ubc = (id: string) => read(`beckn://discover?message.catalogs.items.id=${id}`);

  test("means its point at the station, with and without the station", () => {
    expect(ubc("IND*ATH*st*pt*1")).toEqual({
      codes: ["INATHESTPT", "INATHEPT", "INATHSTPT"],
    });
  });

  test("that has a whole EVSE id in it means that first, then with the connector", () => {
    expect(ubc("IND*ATH*st*IN*ABC*E1*2")).toEqual({
      codes: ["INABCE1", "INABCE12", "INATHESTINABCE1", "INATHEINABCE1", "INATHSTINABCE1"],
    });
  });

  test("whose station is called IN has no whole EVSE id in it", () => {
    expect(ubc("IND*ATH*IN*pt*1")).toEqual({
      codes: ["INATHEINPT", "INATHEPT", "INATHINPT"],
    });
  });

  test.each(["", "IND", "IND*ATH", "IND*ATH*st"])("%j is too short to mean any", (id) => {
    expect(ubc(id)).toEqual({ codes: [] });
  });

  test("of a station without points means the station", () => {
    expect(ubc("IND*ATH*st*1")).toEqual({ codes: ["INATHEST", "INATHE", "INATHST"] });
    expect(read("beckn://discover")).toEqual({ codes: [] });
  });
});
