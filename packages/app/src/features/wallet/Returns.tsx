import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { Withdrawal } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import type { useWithdrawals } from "../../api/queries/wallet.ts";
import { inr, when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { RowError } from "../../ui/Message.tsx";
import { withIndexKeys } from "../../ui/with-index-keys.ts";
import { walletCopy as copy } from "./copy.ts";
import { arrives, destination } from "./destination.ts";

/** Each return with its state and the payments it goes to. */
export function Returns({ withdrawals }: { withdrawals: ReturnType<typeof useWithdrawals> }) {
  const items = withdrawals.data?.pages.flatMap((page) => page.content) ?? [];
  if (withdrawals.isError && !withdrawals.data)
    return (
      <RowError
        title={copy.returnsFailed}
        error={withdrawals.error}
        onRetry={() => void withdrawals.refetch()}
      />
    );
  if (items.length === 0) return null;
  return (
    <section className="returns" aria-labelledby="returns" aria-live="polite">
      <div className="gap" />
      <div className="section">
        <h2 id="returns">{copy.returns}</h2>
      </div>
      <ul className="rows">
        {items.map((item) => (
          <li key={item.id}>
            <Return withdrawal={item} />
          </li>
        ))}
      </ul>
      <InfiniteEnd list={withdrawals} label={copy.more} errorTitle={copy.moreFailed} />
    </section>
  );
}

const looks: Record<Withdrawal["status"], { Icon: typeof CheckCircle; tone: string }> = {
  REQUESTED: { Icon: HourglassMedium, tone: "unknown" },
  PROCESSING: { Icon: HourglassMedium, tone: "unknown" },
  DONE: { Icon: CheckCircle, tone: "available" },
  FAILED: { Icon: WarningCircle, tone: "fault" },
  PARTLY_FAILED: { Icon: WarningCircle, tone: "busy" },
};

function Return({ withdrawal }: { withdrawal: Withdrawal }) {
  const { Icon, tone } = looks[withdrawal.status];
  const asked = when(withdrawal.created_at, INDIA_ZONE);
  return (
    <div className="row num">
      <span className="lead">
        <ArrowUDownLeft size={24} aria-hidden="true" />
      </span>
      <span className="body">
        <span className={`status ${tone}`}>
          <Icon size={18} weight="bold" aria-hidden="true" />
          {copy.withdrawalStates[withdrawal.status]}
        </span>
        <span className="sub ink2">
          {asked.dateTime}
          {withdrawal.cause === "CLOSURE" ? ` · ${copy.closure}` : null}
        </span>
        {withIndexKeys(withdrawal.parts).map((part) => (
          <span className="sub part" key={part.key}>
            {inr(part.amount_minor)} · {destination(part.to)},{" "}
            {part.settled_at
              ? copy.partSettled(
                  copy.partStates[part.status],
                  when(part.settled_at, INDIA_ZONE).date,
                )
              : part.status === "FAILED"
                ? copy.partStates.FAILED
                : `${copy.partStates[part.status]}, ${arrives(withdrawal.created_at)}`}
            {part.reference ? (
              <span className="cap ink3 part">{copy.reference(part.reference)}</span>
            ) : null}
          </span>
        ))}
        {withdrawal.returned_minor > 0 ? (
          <span className="sub part">{copy.returned(inr(withdrawal.returned_minor))}</span>
        ) : null}
      </span>
      <span className="trail val">{inr(withdrawal.amount_minor)}</span>
    </div>
  );
}
