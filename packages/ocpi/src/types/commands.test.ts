import { describe, expect, test } from "vitest";
import { asAnswer } from "./commands.ts";

describe("an operator's answer to a command", () => {
  test.each([
    ["rejected", "REJECTED"],
    [" not supported ", "NOT_SUPPORTED"],
    ["unknown-session", "UNKNOWN_SESSION"],
    ["Not - supported", "NOT_SUPPORTED"],
    ["EVSE_OCCUPIED", "EVSE_OCCUPIED"],
  ])("%j is the result %s, alone, in a list of one and in an object", (sent, result) => {
    expect(asAnswer(sent)).toEqual({ result });
    expect(asAnswer([sent])).toEqual({ result });
    expect(asAnswer({ result: sent })).toEqual({ result });
    expect(asAnswer([{ result: sent }])).toEqual({ result });
  });

  test.each([[null], [7], [[]], [["ACCEPTED", "REJECTED"]], [[[]]]])(
    "%j is not changed, so that it is unreadable",
    (sent) => {
      expect(asAnswer(sent)).toEqual(Array.isArray(sent) && sent.length === 1 ? sent[0] : sent);
    },
  );

  test("inside another object is found, whichever of its fields it is", () => {
    const inner = { result: "accepted", timeout: 30 };
    const found = { result: "ACCEPTED", timeout: 30 };
    expect(asAnswer({ command_response: inner })).toEqual(found);
    expect(asAnswer({ id: "7", error: null, other: { a: 1 }, response: inner })).toEqual(found);
  });

  test("with a result of its own is that result, whatever is inside", () => {
    expect(asAnswer({ result: "rejected", details: { result: "ACCEPTED" } })).toEqual({
      result: "REJECTED",
      details: { result: "ACCEPTED" },
    });
  });

  test("without a text as its result has none", () => {
    expect(asAnswer({ result: 7 })).toEqual({ result: 7 });
    expect(asAnswer({ response: { result: 7 } })).toEqual({
      response: { result: 7 },
      result: undefined,
    });
    expect(asAnswer({ response: [{ result: "ACCEPTED" }] })).toMatchObject({ result: undefined });
    expect(asAnswer({})).toEqual({ result: undefined });
  });
});

describe("the seconds in which the charger must answer", () => {
  const secondsOf = (timeout: unknown) => asAnswer({ result: "ACCEPTED", timeout });

  test.each([
    [0, 0],
    [30, 30],
    [30.2, 31],
    ["30", 30],
    [" 29.5 ", 30],
    ["0", 0],
  ])("%j are %i", (sent, timeout) => {
    expect(secondsOf(sent)).toStrictEqual({ result: "ACCEPTED", timeout });
  });

  test.each([undefined, null, "", "  ", "soon", {}, true, Number.POSITIVE_INFINITY, Number.NaN])(
    "%j are not known",
    (sent) => {
      expect(secondsOf(sent)).toStrictEqual({ result: "ACCEPTED" });
    },
  );
});

describe("the message of an operator", () => {
  const messageOf = (message: unknown) => asAnswer({ result: "REJECTED", message });

  test.each([
    ["No power", [{ language: "en", text: "No power" }]],
    [["No power", "Sorry"], ["No power", "Sorry"].map((text) => ({ language: "en", text }))],
    [{ text: "No power" }, [{ language: "en", text: "No power" }]],
    [{ language: "", text: "No power" }, [{ language: "en", text: "No power" }]],
    [{ language: 7, text: "No power" }, [{ language: "en", text: "No power" }]],
    [{ language: "hi", text: "बिजली नहीं" }, [{ language: "hi", text: "बिजली नहीं" }]],
    [
      [{ language: "de", text: "Kein Strom" }, { text: 7 }, 7, null],
      [{ language: "de", text: "Kein Strom" }],
    ],
  ])("%j is read", (sent, message) => {
    expect(messageOf(sent)).toStrictEqual({ result: "REJECTED", message });
  });

  test.each([undefined, null, 7, {}, [], [7], [["No power"]], { text: 7 }])(
    "%j says nothing",
    (sent) => {
      expect(messageOf(sent)).toStrictEqual({ result: "REJECTED" });
    },
  );
});
