import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { HourglassMedium } from "@phosphor-icons/react/dist/csr/HourglassMedium";
import { XCircle } from "@phosphor-icons/react/dist/csr/XCircle";
import type { TopUp } from "@voltmarg/contract";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { useWallet } from "../../api/queries/wallet.ts";
import { readServer } from "../../native/storage.ts";
import { addMoneyPath, paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { inr } from "../../ui/format.ts";
import { LoadError } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { walletCopy as copy } from "./copy.ts";
import { readReturnTo } from "./return-to.ts";
import { useOpenTopUp } from "./use-top-up.ts";
import "./wallet.css";

/** The outcome of a payment, from the service only: the address proves nothing. */
export function TopUpOutcome({ id }: { id: string }) {
  const topUp = useOpenTopUp(id);
  const leave = useLeave();

  if (topUp.data) return <Outcome topUp={topUp.data} />;
  return (
    <Screen title={copy.addTitle} onBack={leave}>
      {topUp.isError ? (
        <LoadError
          title={copy.statusFailed}
          error={topUp.error}
          onRetry={() => void topUp.refetch()}
        />
      ) : (
        <output className="empty">
          <span className="spin spin--big" aria-hidden="true" />
          <span className="ink2">{copy.checking}</span>
        </output>
      )}
    </Screen>
  );
}

/** Back would lead onto the payment page again. */
function useLeave(): () => void {
  const navigate = useNavigate();
  return () => void navigate(paths.wallet, { replace: true });
}

function Outcome({ topUp }: { topUp: TopUp }) {
  const leave = useLeave();
  const wallet = useWallet();
  const amount = inr(topUp.amount_minor);
  const returnTo = readReturnTo();
  const again = addMoneyPath(Math.round(topUp.amount_minor / 100));

  const views: Record<
    TopUp["status"],
    { icon: ReactNode; title: string; text: string; footer: ReactNode }
  > = {
    CREDITED: {
      icon: <CheckCircle className="is-ok" size={64} weight="fill" aria-hidden="true" />,
      title: copy.creditedTitle(amount),
      text:
        wallet.data && !wallet.isFetching ? copy.creditedText(inr(wallet.data.balance_minor)) : "",
      footer: returnTo ? (
        <>
          <Button kind="secondary" onClick={leave}>
            {copy.toWallet}
          </Button>
          <ButtonLink to={returnTo} replace>
            {copy.goOn}
          </ButtonLink>
        </>
      ) : (
        <Button onClick={leave}>{copy.toWallet}</Button>
      ),
    },
    PROCESSING: {
      icon: <HourglassMedium size={64} aria-hidden="true" />,
      title: copy.processingTitle,
      text: copy.processingText,
      footer: (
        <Button kind="secondary" onClick={leave}>
          {copy.toWallet}
        </Button>
      ),
    },
    FAILED: {
      icon: <XCircle className="is-bad" size={64} weight="fill" aria-hidden="true" />,
      title: copy.failedTitle,
      text: copy.failedText,
      footer: (
        <ButtonLink to={again} state={{ returnTo }} replace>
          {copy.tryAgain}
        </ButtonLink>
      ),
    },
    CREATED: {
      icon: <XCircle size={64} aria-hidden="true" />,
      title: copy.unpaidTitle,
      text: copy.unpaidText,
      footer: (
        <>
          <Button kind="secondary" onClick={leave}>
            {copy.toWallet}
          </Button>
          <Button onClick={() => location.assign(readServer() + topUp.checkout_path)}>
            {copy.continuePayment}
          </Button>
        </>
      ),
    },
  };
  const view = views[topUp.status];
  return (
    <Screen title={copy.addTitle} onBack={leave} footer={view.footer}>
      <div className="empty outcome" aria-live="polite">
        {view.icon}
        <h2 className="t1 num">{view.title}</h2>
        <p className="ink2 num">{view.text}</p>
      </div>
    </Screen>
  );
}
