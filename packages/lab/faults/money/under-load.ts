import type { ServiceBed } from "../../test-bed.ts";
import { noCount, signUpAll } from "./patient-driver.ts";
import { drive, type Ledgerless } from "./driver.ts";

/** Drivers who top up, charge and withdraw until they are stopped; each retries until it is answered. */
export async function underLoad(
  testBed: ServiceBed,
  drivers: number,
  { sameKeys = true, onTold = () => {} }: { sameKeys?: boolean; onTold?(told: number): void } = {},
): Promise<{ told(): number; isBroken(): boolean; end(): Promise<Ledgerless[]> }> {
  const team = await signUpAll(testBed.url, drivers);
  const state = { over: false, broken: false, told: 0 };
  const { url, paymentsUrl } = testBed;
  const lanes = Promise.all(
    team.map((signedIn, nth) =>
      drive(
        {
          testBed,
          patience: {
            url,
            paymentsUrl,
            sameKeys,
            pause: { first: 20, most: 500 },
            count: noCount(),
          },
          goesOn: () => !state.over && !state.broken,
          onTold: () => onTold((state.told += 1)),
        },
        nth,
        signedIn,
      ),
    ),
  );
  // Failures are reported when the load ends.
  lanes.catch(() => (state.broken = true));
  return {
    told: () => state.told,
    isBroken: () => state.broken,
    end: () => {
      state.over = true;
      return lanes;
    },
  };
}
