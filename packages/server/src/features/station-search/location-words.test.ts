import { randomFrom, randomStation } from "@voltmarg/testkit/random-stations";
import { expect, test } from "vitest";
import { locationWords } from "@voltmarg/testkit/match-text";
import { codesOf } from "./location-words.ts";

const rowOf = (name: string, body: object, operator_name = "Volt Marg") => {
  const { row } = randomStation(randomFrom(1), "loc_1", 1);
  const bare = { address: undefined, city: undefined, state: undefined, postal_code: undefined };
  return { ...row, name, operator_name, body: { ...row.body, ...bare, ...body } };
};
const codes = (evse_id?: string, physical_reference?: string) =>
  ({ body: { evse_id, physical_reference } }) as never;

test("[L-10] a station is found by its name, then address, city, state, PIN code, operator and codes", () => {
  const known = { address: "1 Ring Road", city: "Pune", state: "Goa", postal_code: "411001" };
  expect(locationWords(rowOf("Palace Hub", known), [codes("IN*ABC*E12", "Left 12")])).toEqual({
    name: ["palace", "hub"],
    other: ["1", "ring", "road", "pune", "goa", "411001", "volt", "marg", "~inabce12", "~left12"],
  });
});

test("[L-10] by each word once, the name's words as words of the name only", () => {
  const twice = { address: "Pune Hub Road", city: "Pune" };
  expect(locationWords(rowOf("Hub Hub", twice, "Road"), [codes("ABC1"), codes("ABC1")])).toEqual({
    name: ["hub"],
    other: ["pune", "road", "~abc1"],
  });
});

test("[L-10] by what its operator calls itself there, else by the name we know", () => {
  expect(locationWords(rowOf("A", { operator: { name: "Tata" } }), []).other).toEqual(["tata"]);
  expect(locationWords(rowOf("A", {}), []).other).toEqual(["volt", "marg"]);
});

test("[L-10] a charger without a code, or with one too short, has none", () => {
  expect(
    codesOf([
      {},
      { evse_id: null, physical_reference: null },
      { evse_id: "", physical_reference: "abc" },
      { physical_reference: "abcd" },
      { evse_id: "IN*1*E5" },
    ]),
  ).toEqual(["~abcd", "~in1e5"]);
});
