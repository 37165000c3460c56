import { newMobile } from "@voltmarg/testkit/driver";
import { signIn } from "@voltmarg/world/seed";
import type { TestBed } from "./test-bed.ts";
import { drive, type Ledgerless } from "./driver.ts";

/** Drivers who top up, charge and withdraw until they are stopped; each retries until it is answered. */
export async function underLoad(
  testBed: TestBed,
  drivers: number,
): Promise<{ told(): number; end(): Promise<Ledgerless[]> }> {
  const team = [];
  for (let nth = 0; nth < drivers; nth += 1)
    team.push(await signIn(testBed.url, newMobile(), "SU"));
  let told = 0;
  const state = { over: false };
  const lanes = Promise.all(
    team.map((signedIn, nth) =>
      drive(
        {
          testBed,
          sameKeys: true,
          goesOn: () => !state.over,
          onTold: () => {
            told += 1;
          },
        },
        nth,
        signedIn,
      ),
    ),
  );
  // Failures are reported when the load ends.
  lanes.catch(() => {});
  return {
    told: () => told,
    end: () => {
      state.over = true;
      return lanes;
    },
  };
}
