import { exact, roundHalfUpToPaise, sum } from "@voltmarg/rules";
import type { Agreed } from "../charging/index.ts";
import type { Settled } from "./check-cdr.ts";

/** What the payer pays, in paise, after all bounds. */
export type Due = Settled & {
  /** The price before it was reduced to what was agreed. */
  priced: bigint;
  /** The agreed maximum, if the price is above it: the difference is settled between us and the operator. */
  above: bigint | null;
};

/**
 * Reduces a price to what its payer agreed to. The tax rate does not change. What is cut within
 * the overrun bound is the provider's cost; what is above the bound is disputed with the operator.
 */
export function limitToAgreed(settled: Settled, agreed: Agreed): Due {
  const { net, total: priced } = settled;
  const parked = parkingOf(settled);
  const parking = parked < agreed.parking ? parked : agreed.parking;
  const payer = agreed.payer + parking;
  const charge = agreed.charge + parking;
  const above = priced > charge ? charge : null;
  if (priced <= payer) return { ...settled, priced, above };
  // Rounded half up, like every amount of a bill.
  return {
    ...settled,
    net: (2n * net * payer + priced) / (2n * priced),
    total: payer,
    priced,
    above,
  };
}

/** Paise of the record's own parking, GST included. */
function parkingOf({ ours }: Settled): bigint {
  const lines = ours?.lines.filter(({ dimension }) => dimension === "PARKING_TIME") ?? [];
  return roundHalfUpToPaise(sum(lines.map(({ inclVat }) => exact(inclVat))));
}
