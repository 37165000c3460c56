import { exact, roundHalfUpToPaise, sum } from "@voltmarg/rules";
import type { Agreed } from "../charging/index.ts";
import type { Settled } from "./check-cdr.ts";

/** What is taken for a charge, in paise, after all bounds. */
export type Due = Settled & {
  /** The price of the charge before it was cut to what was agreed. */
  priced: bigint;
  /** What was agreed to in all, if the price is above it: the difference is a matter between us and the operator. */
  above: bigint | null;
};

/**
 * Cuts a price to what its payer agreed to. The rate of tax stays the one of the price. What is cut but was still within
 * the overrun bound is the provider's cost; what lies above that too is disputed with the operator.
 */
export function limitToAgreed(settled: Settled, agreed: Agreed): Due {
  const { net, total: priced } = settled;
  const parked = parkingOf(settled);
  const parking = parked < agreed.parking ? parked : agreed.parking;
  const payer = agreed.payer + parking;
  const charge = agreed.charge + parking;
  const above = priced > charge ? charge : null;
  if (priced <= payer) return { ...settled, priced, above };
  // Half up, as every amount of a bill.
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
