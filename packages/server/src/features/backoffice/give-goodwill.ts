import type { Clock } from "../../platform/clock.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUserByMobile } from "../accounts/index.ts";
import { KeyReused, lockWallet, move, readBalances } from "../wallet/index.ts";

type Given = { booked: boolean; balance_minor: number };

/** Posts the provider's own money (paise) to a driver's wallet, once for each reference. The driver sees the reason. */
export async function giveGoodwill(
  { clock }: { clock: Clock },
  backoffice: BackofficeCall,
  gift: { mobile: string; amount: bigint; reason: string; reference: string },
): Promise<Outcome<Given, "NOT_FOUND" | "WALLET_NOT_USED" | "REFERENCE_REUSED">> {
  const { amount, reason, reference } = gift;
  try {
    return await backoffice.transact(async (tx) => {
      const driver = await getUserByMobile(tx, gift.mobile);
      if (!driver) return refuse("NOT_FOUND");
      if (driver.customer_type === "CORPORATE") {
        return refuse("WALLET_NOT_USED", {
          message: "This driver's company pays: there is no wallet.",
        });
      }
      await lockWallet(tx, driver.id);
      const booked = await move(tx, {
        scope: driver.id,
        idem: `goodwill:${reference}`,
        kind: "CORRECTION",
        reason,
        at: clock.now(),
        sessionId: null,
        cdrId: null,
        postings: [{ source: ["system", "goodwill"], destination: [driver.id, "wallet"], amount }],
      });
      const { wallet, held, overdraft } = await readBalances(tx, driver.id);
      return done({ booked, balance_minor: Number(wallet + held + overdraft) });
    });
  } catch (error) {
    if (!(error instanceof KeyReused)) throw error;
    return refuse("REFERENCE_REUSED");
  }
}
