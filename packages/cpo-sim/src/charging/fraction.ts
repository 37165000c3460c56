/** An exact number, with the few operations the pricer needs. */
export type Fraction = { readonly n: bigint; readonly d: bigint };

export const zero: Fraction = { n: 0n, d: 1n };

export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  const top = BigInt(n);
  const bottom = BigInt(d);
  if (bottom === 0n) throw new RangeError("a fraction needs a denominator");
  const divisor = gcd(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) || 1n;
  const sign = bottom < 0n ? -1n : 1n;
  return { n: (sign * top) / divisor, d: (sign * bottom) / divisor };
}

/** A JSON number as written: 0.1 is one tenth. */
export function exact(value: number): Fraction {
  const [mantissa, exponent = "0"] = String(value).split("e") as [string, string?];
  const [whole, decimals = ""] = mantissa.split(".") as [string, string?];
  const shift = Number(exponent) - decimals.length;
  const digits = BigInt(whole + decimals);
  return shift >= 0
    ? fraction(digits * 10n ** BigInt(shift))
    : fraction(digits, 10n ** BigInt(-shift));
}

export const add = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiply = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d);
export const divide = (a: Fraction, b: Fraction) => fraction(a.n * b.d, a.d * b.n);
export const compare = (a: Fraction, b: Fraction) => {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

/** The smallest multiple of `step` that is not below `value`. */
export function ceilTo(value: Fraction, step: Fraction): Fraction {
  const { n, d } = divide(value, step);
  const whole = n / d + (n > 0n && n % d !== 0n ? 1n : 0n);
  return multiply(fraction(whole), step);
}

/** Half up, to a number of decimals. */
export function round(value: Fraction, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  const doubled = 2n * value.n * scale + value.d;
  const bottom = 2n * value.d;
  const floor = doubled / bottom - (doubled < 0n && doubled % bottom !== 0n ? 1n : 0n);
  return Number(floor) / Number(scale);
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
