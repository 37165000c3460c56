import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  add,
  compare,
  exact,
  fraction,
  mul,
  roundHalfUpToPaise,
  sub,
  sum,
  toDecimalString,
} from "./exact.ts";

describe("reading", () => {
  test("a number is read as its shortest decimal text", () => {
    expect(exact(0.1)).toEqual({ n: 1n, d: 10n });
    expect(exact(20.45)).toEqual({ n: 2045n, d: 100n });
    expect(exact(-7)).toEqual({ n: -7n, d: 1n });
    expect(exact(1e-7)).toEqual({ n: 1n, d: 10_000_000n });
    expect(exact(1e21)).toEqual({ n: 10n ** 21n, d: 1n });
    expect(exact("007.50")).toEqual({ n: 750n, d: 100n });
    expect(exact(12n)).toEqual({ n: 12n, d: 1n });
  });

  test.each(["", " 1", "1,5", "1.", ".5", "0x10", "NaN", "1e9999", "१२", "9".repeat(500)])(
    "%j is refused",
    (text) => {
      expect(() => exact(text)).toThrow(RangeError);
    },
  );

  test("at most 400 digits are read, and an error quotes at most 40", () => {
    expect(exact("9".repeat(400)).d).toBe(1n);
    expect(() => exact("9".repeat(401))).toThrow(
      new RangeError(`not a decimal number: ${"9".repeat(40)}`),
    );
  });

  test("numbers that are not finite are refused", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -Number.POSITIVE_INFINITY]) {
      expect(() => exact(value)).toThrow("not a decimal number");
    }
  });

  test("a number of few decimals is read like its text", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }), (digits, decimals) => {
        const value = digits / 10 ** decimals;
        expect(exact(value)).toEqual(exact(String(value)));
      }),
      { numRuns: 2000 },
    );
  });

  test("any finite number converts back to itself", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
        (value) => {
          fc.pre(value === 0 || Math.abs(value) > 1e-12);
          expect(Number(toDecimalString(exact(value)))).toBe(value === 0 ? 0 : value);
        },
      ),
    );
  });
});

describe("arithmetic", () => {
  const decimal = fc
    .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10_000n))
    .map(([n, d]) => fraction(n, d));

  test("a third of an hour three times is an hour", () => {
    const third = mul(exact(1), fraction(1200n, 3600n));
    expect(compare(sum([third, third, third]), exact(1))).toBe(0);
    expect(toDecimalString(third)).toBe("0.333333333333");
  });

  test("scales are aligned at the coarsest that fits both, and stay unchanged when equal", () => {
    const [tenth, hundredth] = [fraction(1n, 10n), fraction(1n, 100n)];
    expect(add(tenth, tenth)).toEqual({ n: 2n, d: 10n });
    expect(add(tenth, hundredth)).toEqual({ n: 11n, d: 100n });
    expect(add(hundredth, tenth)).toEqual({ n: 11n, d: 100n });
    expect(add(fraction(1n, 6n), tenth)).toEqual({ n: 4n, d: 15n });
    expect(add(fraction(-1n, 6n), fraction(-1n, 10n))).toEqual({ n: -4n, d: 15n });
    expect(sum([tenth, hundredth, tenth])).toEqual({ n: 21n, d: 100n });
    expect(sum([])).toEqual({ n: 0n, d: 1n });
  });

  test("sum and add agree, whatever the scales", () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 12 }), (values) => {
        expect(compare(sum(values), values.reduce(add, exact(0)))).toBe(0);
      }),
    );
  });

  test("subtraction reverses addition", () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(compare(sub(add(a, b), b), a)).toBe(0);
      }),
    );
  });

  test("multiplying distributes over adding", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(compare(mul(a, add(b, c)), add(mul(a, b), mul(a, c)))).toBe(0);
      }),
    );
  });

  test("a denominator is never zero and always positive", () => {
    expect(() => fraction(1n, 0n)).toThrow("division by zero");
    expect(fraction(1n, -2n)).toEqual({ n: -1n, d: 2n });
  });
});

describe("rounding and writing", () => {
  test("[B-3] half a paisa is rounded up; a credit mirrors its charge", () => {
    expect(roundHalfUpToPaise(exact("5.625"))).toBe(563n);
    expect(roundHalfUpToPaise(exact("6.2375"))).toBe(624n);
    expect(roundHalfUpToPaise(exact("5.62499"))).toBe(562n);
    expect(roundHalfUpToPaise(exact("-5.625"))).toBe(-563n);
    expect(roundHalfUpToPaise(exact("0.005"))).toBe(1n);
  });

  test("decimals are written without trailing zeros", () => {
    expect(toDecimalString(exact("12.5000"))).toBe("12.5");
    expect(toDecimalString(exact("-0.0300"))).toBe("-0.03");
    expect(toDecimalString(fraction(10n, 5n))).toBe("2");
    expect(toDecimalString(fraction(-2n, 3n))).toBe("-0.666666666667");
    expect(toDecimalString(fraction(0n, 3600n))).toBe("0");
  });
});
