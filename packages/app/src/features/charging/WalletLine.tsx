import { Buildings } from "@phosphor-icons/react/dist/csr/Buildings";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import { inr } from "../../ui/format.ts";
import { copy } from "./copy.ts";

/** The balance now, the balance afterwards, and the hold in between. */
export function WalletLine({
  corporate,
  balance,
  cost,
  hold,
}: {
  corporate: boolean;
  balance: number | null;
  cost: number | null;
  hold: number | null;
}) {
  if (corporate)
    return (
      <p className="bal">
        <Buildings size={24} aria-hidden="true" />
        <span className="grow">{copy.company}</span>
      </p>
    );
  if (balance === null) return null;
  return (
    <p className="bal num">
      <Wallet size={24} aria-hidden="true" />
      <span className="grow">
        {copy.wallet} <b>{inr(balance)}</b>
        {copy.fullStop}{" "}
        {cost !== null && balance >= cost ? (
          <>
            {copy.afterLead} <b>{inr(balance - cost)}</b> {copy.afterCharge}{" "}
          </>
        ) : null}
        {hold === null ? null : copy.hold(inr(hold))}
      </span>
    </p>
  );
}
