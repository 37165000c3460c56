import { Buildings } from "@phosphor-icons/react/dist/csr/Buildings";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import { inr } from "../../ui/format.ts";
import { copy } from "./copy.ts";

/** What can be spent now and afterwards. The hold in between is said beside the button that makes it. */
export function WalletLine({
  corporate,
  spendable,
  cost,
  holds,
}: {
  corporate: boolean;
  spendable: number | null;
  cost: number | null;
  holds: boolean;
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
        {holds ? copy.holdEnds : null}
      </span>
    </p>
  );
}

/** What is held while the session runs: the limit, and what it may run over by. */
export function HoldLine({ hold, cost }: { hold: number; cost: number | null }) {
  return (
    <p className="sub ink2 num">
      {cost !== null && cost < hold
        ? copy.holdOf(inr(hold), inr(cost), inr(hold - cost))
        : copy.hold(inr(hold))}
    </p>
  );
}
