import { Buildings } from "@phosphor-icons/react/dist/csr/Buildings";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import { inr } from "../../ui/format.ts";
import { copy } from "./copy.ts";

/** What can be spent now and afterwards, and the hold in between. */
export function WalletLine({
  corporate,
  spendable,
  cost,
  hold,
}: {
  corporate: boolean;
  spendable: number | null;
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
  if (spendable === null) return null;
  return (
    <p className="bal num">
      <Wallet size={24} aria-hidden="true" />
      <span className="grow">
        {copy.wallet} <b>{inr(spendable)}</b>
        {copy.fullStop}{" "}
        {cost !== null && spendable >= cost ? (
          <>
            {copy.afterLead} <b>{inr(spendable - cost)}</b> {copy.afterCharge}{" "}
          </>
        ) : null}
        {hold === null ? null : copy.hold(inr(hold))}
      </span>
    </p>
  );
}
