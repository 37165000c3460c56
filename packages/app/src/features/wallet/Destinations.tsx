import { serviceNow } from "../../clock.ts";
import { useWithdrawalPlan } from "../../api/queries/wallet.ts";
import { inr } from "../../ui/format.ts";
import { RowError } from "../../ui/Message.tsx";
import { walletCopy as copy } from "./copy.ts";
import { arrives, destination } from "./destination.ts";

/** Where an amount would go if it were refunded now, and when it arrives there. */
export function Destinations({ minor }: { minor: number }) {
  const plan = useWithdrawalPlan(minor);
  if (plan.isError && !plan.data)
    return (
      <RowError title={copy.whereFailed} error={plan.error} onRetry={() => void plan.refetch()} />
    );
  if (!plan.data) return <i className="sk" aria-hidden="true" />;
  const covered = plan.data.parts.reduce((sum, part) => sum + part.amount_minor, 0);
  return (
    <ul className="goesto num">
      {plan.data.parts.map((part) => (
        <li key={part.to}>
          <span className="grow">
            {destination(part.to)}
            <span className="sub ink2">{arrives(serviceNow())}</span>
          </span>
          <b>{inr(part.amount_minor)}</b>
        </li>
      ))}
      {covered < minor ? <li className="ink2">{copy.notCovered(inr(minor - covered))}</li> : null}
    </ul>
  );
}
