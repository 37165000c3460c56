import type { Wallet } from "@voltmarg/contract";
import { inr } from "../../ui/format.ts";
import { profileCopy as copy } from "./copy.ts";

type Money = Pick<
  Wallet,
  "returnable_minor" | "goodwill_minor" | "held_minor" | "withdrawing_minor"
>;

/** What becomes of a wallet's money when the account is closed: a sentence for each part of it. */
export function closingMoney(wallet: Money): string[] {
  const lines = [
    wallet.returnable_minor > 0 && copy.wentBack(inr(wallet.returnable_minor)),
    wallet.goodwill_minor > 0 && copy.goodwillEnds(inr(wallet.goodwill_minor)),
    wallet.held_minor > 0 && copy.heldToo(inr(wallet.held_minor)),
    wallet.withdrawing_minor > 0 && copy.onItsWayAlready(inr(wallet.withdrawing_minor)),
  ].filter((line) => line !== false);
  return lines.length === 0 ? [copy.nothingInWallet] : lines;
}
