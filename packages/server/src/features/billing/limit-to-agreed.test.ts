import { expect, test } from "vitest";
import type { Settled } from "./check-cdr.ts";
import { limitToAgreed } from "./limit-to-agreed.ts";

const settled = (net: bigint, total: bigint, parking: string[] = []) =>
  ({
    net,
    total,
    ours: {
      lines: [
        { dimension: "ENERGY", inclVat: "999" },
        ...parking.map((inclVat) => ({ dimension: "PARKING_TIME", inclVat })),
      ],
    },
    audit: null,
  }) as never as Settled;
const limited = (of: Settled, agreed: { payer: bigint; charge: bigint; parking: bigint }) => {
  const { net, total, priced, above } = limitToAgreed(of, agreed);
  return { net, total, priced, above };
};
const AGREED = { payer: 11_800n, charge: 15_000n, parking: 0n };

test("[B-7] a price up to what the payer agreed to is due as it is", () => {
  const whole = { net: 10_000n, total: 11_800n, priced: 11_800n, above: null };
  expect(limited(settled(10_000n, 11_800n), AGREED)).toEqual(whole);
});

test("[B-7] what is above it the payer does not pay, and the rate of the tax stays", () => {
  expect(limited(settled(10_001n, 11_801n), AGREED)).toEqual({
    net: 10_000n,
    total: 11_800n,
    priced: 11_801n,
    above: null,
  });
  expect(limited(settled(12_000n, 14_160n), AGREED)).toMatchObject({
    net: 10_000n,
    total: 11_800n,
  });
});

test("[B-7] only above the agreed maximum the operator is told so", () => {
  expect(limited(settled(12_711n, 15_000n), AGREED).above).toBeNull();
  expect(limited(settled(12_712n, 15_001n), AGREED).above).toBe(15_000n);
});

test("[B-7] a net that falls between two paise is rounded half up", () => {
  const agreed = { payer: 1n, charge: 10n, parking: 0n };
  expect(limited(settled(1n, 2n), agreed)).toMatchObject({ net: 1n, total: 1n });
  expect(limited(settled(1n, 3n), agreed)).toMatchObject({ net: 0n, total: 1n });
});

test("[B-7] parking is due beside it, as far as it was agreed and as far as it is in the record", () => {
  const agreed = { payer: 1_000n, charge: 2_000n, parking: 300n };
  const total = (parking: string[]) => limited(settled(4_000n, 4_720n, parking), agreed);
  expect(total(["2.00"])).toMatchObject({ total: 1_200n, above: 2_200n });
  expect(total(["2.00", "1.00"])).toMatchObject({ total: 1_300n, above: 2_300n });
  expect(total(["2.00", "1.01"])).toMatchObject({ total: 1_300n, above: 2_300n });
  expect(total([])).toMatchObject({ total: 1_000n, above: 2_000n });
  expect(limited({ ...settled(4_000n, 4_720n), ours: null }, agreed)).toMatchObject({
    total: 1_000n,
  });
});
