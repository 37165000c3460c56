import { formatInr } from "@voltmarg/rules";
import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUserByMobile } from "../accounts/index.ts";
import { debtGrownAt, lockWallet, move } from "../wallet/index.ts";

const DAY_MS = 86_400_000;

export type WriteOffDeps = {
  clock: Clock;
  /** Days after which a debt that did not grow may be written off. */
  writeOffAfterDays: number;
};

/** Gives up what a driver owes, after a second member confirmed it: the loss is an account of its own, bad debts. */
export function writeOffDebt(
  { clock, writeOffAfterDays }: WriteOffDeps,
  backoffice: BackofficeCall,
  { mobile, reason }: { mobile: string; reason: string },
): Promise<
  Outcome<{ written_off_minor: number }, "NOT_FOUND" | "CONFLICT" | "SECOND_MEMBER_NEEDED">
> {
  return backoffice.transact(async (tx) => {
    const driver = await getUserByMobile(tx, mobile);
    if (!driver) return refuse("NOT_FOUND");
    const { wallet, overdraft } = await lockWallet(tx, driver.id);
    const owed = -(wallet + overdraft);
    if (owed <= 0n) return refuse("CONFLICT", { message: "The driver owes nothing." });
    const at = clock.now();
    const grew = await debtGrownAt(tx, driver.id);
    if (grew && at.getTime() - grew.getTime() < writeOffAfterDays * DAY_MS)
      return refuse("CONFLICT", {
        message: `The debt is younger than ${writeOffAfterDays} days.`,
      });
    const waits = await backoffice.second(tx, `it gives up ${formatInr(Number(owed))}`);
    if (waits) return waits;
    await move(tx, {
      scope: driver.id,
      idem: `write-off:${at.toISOString()}`,
      kind: "CORRECTION",
      reason,
      at,
      sessionId: null,
      cdrId: null,
      postings: [
        { source: ["system", "bad_debts"], destination: [driver.id, "overdraft"], amount: owed },
      ],
    });
    return done({ written_off_minor: Number(owed) });
  });
}
