/**
 * An exact amount or quantity: n / d with d > 0, not necessarily reduced.
 * A scaled bigint that carries its own scale, so hours (n / 3600) and energy split at
 * a boundary never round.
 */
export type Exact = { readonly n: bigint; readonly d: bigint };

export const ZERO: Exact = { n: 0n, d: 1n };

const POWERS_OF_TEN: bigint[] = [1n];
for (let i = 1; i <= 60; i++) POWERS_OF_TEN.push(POWERS_OF_TEN[i - 1]! * 10n);

function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * Reads a number or decimal text exactly, as its shortest decimal text says: 0.1 is one tenth.
 * Throws RangeError for anything that is not a finite decimal.
 */
export function exact(value: number | string | bigint): Exact {
  if (typeof value === "bigint") return { n: value, d: 1n };
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return { n: BigInt(value), d: 1n };
    const short = shortDecimal(value);
    if (short !== null) return short;
  }
  const match = DECIMAL.exec(String(value));
  if (match === null || match[0].length > 400) {
    throw new RangeError(`not a decimal number: ${String(value).slice(0, 40)}`);
  }
  const tail = match[3] ?? "";
  const decimals = tail.length - Number(match[4] ?? 0);
  const digits = BigInt(match[2]! + tail);
  const n = match[1] === "-" ? -digits : digits;
  return decimals >= 0 ? { n, d: powerOfTen(decimals) } : { n: n * powerOfTen(-decimals), d: 1n };
}

/** A number of few decimals, without the conversion to text. */
function shortDecimal(value: number): Exact | null {
  for (let decimals = 1, scale = 10; decimals <= 6; decimals++, scale *= 10) {
    const whole = Math.round(value * scale);
    // Up to 15 digits every decimal has a unique double, so this equals the result by text.
    if (Math.abs(whole) >= 1e15) return null;
    if (whole / scale === value) return { n: BigInt(whole), d: powerOfTen(decimals) };
  }
  return null;
}

export function fraction(n: bigint, d: bigint): Exact {
  if (d === 0n) throw new RangeError("division by zero");
  return d > 0n ? { n, d } : { n: -n, d: -d };
}

export function add(a: Exact, b: Exact): Exact {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d };
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d };
  if (b.d % a.d === 0n) return { n: a.n * (b.d / a.d) + b.n, d: b.d };
  return reduced(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function sub(a: Exact, b: Exact): Exact {
  return add(a, { n: -b.n, d: b.d });
}

export function mul(a: Exact, b: Exact): Exact {
  return { n: a.n * b.n, d: a.d * b.d };
}

/** -1, 0 or 1. */
export function compare(a: Exact, b: Exact): -1 | 0 | 1 {
  const left = a.n * b.d;
  const right = b.n * a.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Adds many amounts; those of one scale first, and the scales in pairs, so that no number grows more than necessary.
 */
export function sum(amounts: readonly Exact[]): Exact {
  const byScale = new Map<bigint, bigint>();
  for (const { n, d } of amounts) byScale.set(d, (byScale.get(d) ?? 0n) + n);
  let parts: Exact[] = [...byScale].map(([d, n]) => ({ n, d }));
  while (parts.length > 1) {
    const pairs: Exact[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const [one, other] = [parts[at]!, parts[at + 1]];
      pairs.push(other === undefined ? one : add(one, other));
    }
    parts = pairs;
  }
  return parts[0] ?? ZERO;
}

/** The least common multiple of two positive numbers. */
export function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return a % b === 0n ? a : a * reduced(b, a).n;
}

/** n / d in the smallest whole numbers. */
export function reduced(n: bigint, d: bigint): Exact {
  let a = n < 0n ? -n : n;
  let b = d;
  while (b !== 0n) [a, b] = [b, a % b];
  return a <= 1n ? { n, d } : { n: n / a, d: d / a };
}

/** n / d to the nearest whole number, halves away from zero (so a credit mirrors its charge). */
export function roundHalfUp(value: Exact): bigint {
  const negative = value.n < 0n;
  const n = negative ? -value.n : value.n;
  const whole = (2n * n + value.d) / (2n * value.d);
  return negative ? -whole : whole;
}

/** Rupees to paise, rounded once, half up. */
export function roundHalfUpToPaise(rupees: Exact): bigint {
  return roundHalfUp({ n: rupees.n * 100n, d: rupees.d });
}

const EXACT_DECIMALS = 30;
const ROUNDED_DECIMALS = 12;

/**
 * Decimal text, exact whenever the number ends within 30 decimals; a number that does not
 * (a third of an hour) is rounded half up to 12.
 */
export function toDecimalString(value: Exact): string {
  if (value.d === 1n) return value.n.toString();
  const scaled = value.n * powerOfTen(EXACT_DECIMALS);
  const quotient = scaled / value.d;
  return quotient * value.d === scaled
    ? placePoint(quotient, EXACT_DECIMALS)
    : placePoint(
        roundHalfUp({ n: value.n * powerOfTen(ROUNDED_DECIMALS), d: value.d }),
        ROUNDED_DECIMALS,
      );
}

function placePoint(scaled: bigint, decimals: number): string {
  const sign = scaled < 0n ? "-" : "";
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals);
  let end = digits.length;
  while (end > whole.length && digits.charCodeAt(end - 1) === 48) end--;
  return end === whole.length ? sign + whole : `${sign}${whole}.${digits.slice(whole.length, end)}`;
}
