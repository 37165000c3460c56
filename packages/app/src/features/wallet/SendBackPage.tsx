import { useUser } from "../../api/account/account.ts";
import { useWallet, useWithdrawals } from "../../api/queries/wallet.ts";
import { useConfig } from "../../api/queries/config.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen, useBack } from "../../ui/Screen.tsx";
import { walletCopy as copy } from "./copy.ts";
import { Returns } from "./Returns.tsx";
import { SendBackForm } from "./SendBackForm.tsx";
import "./wallet.css";

/** Unused money goes back to the payments it came from, and how far earlier money is on that way. */
export function SendBackPage() {
  const goBack = useBack(paths.wallet);
  const userId = useUser().id;
  const wallet = useWallet();
  const config = useConfig();
  const withdrawals = useWithdrawals();
  const frame = { title: copy.returnTitle, onBack: goBack };
  const missing = [wallet, config].find((query) => query.isError && !query.data);
  if (missing)
    return (
      <Screen {...frame}>
        <LoadError
          title={copy.loadFailed}
          error={missing.error}
          onRetry={() => void missing.refetch()}
        />
      </Screen>
    );
  if (!wallet.data || !config.data)
    return (
      <Screen {...frame}>
        <SkeletonRows rows={4} />
      </Screen>
    );
  const list = <Returns withdrawals={withdrawals} />;
  if (config.data.withdrawal === "closure")
    return (
      <Screen {...frame}>
        <Empty
          title={copy.onClosureTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.profile}>
              {copy.toProfile}
            </ButtonLink>
          }
        >
          {copy.onClosureText}
        </Empty>
        {list}
      </Screen>
    );
  return (
    <SendBackForm
      key={userId}
      frame={frame}
      wallet={wallet.data}
      supportEmail={config.data.support_email}
      withdrawals={withdrawals.data?.pages.flatMap((page) => page.content) ?? []}
    >
      {list}
    </SendBackForm>
  );
}
