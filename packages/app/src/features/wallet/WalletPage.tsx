import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { DownloadSimple } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { FunnelSimple } from "@phosphor-icons/react/dist/csr/FunnelSimple";
import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import { useMutation } from "@tanstack/react-query";
import type { Wallet } from "@voltmarg/contract";
import { Suspense, useState } from "react";
import { Link, useSearchParams } from "../../ui/router.tsx";
import { useUser } from "../../api/account/account.ts";
import { useMovements, useWallet } from "../../api/queries/wallet.ts";
import { useConfig } from "../../api/queries/config.ts";
import { sentence } from "../../api/http/refusal.ts";
import { saveFile } from "../../native/files.ts";
import { paths } from "../../paths.ts";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { inr } from "../../ui/format.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";
import { LoadError } from "../../ui/Message.tsx";
import { openWalletInfo } from "../../ui/popups.ts";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { showToast } from "../../ui/toast.ts";
import { CompanyOfferLine } from "./CompanyOffer.tsx";
import { CompanyPays } from "./CompanyPays.tsx";
import { walletCopy as copy } from "./copy.ts";
import { choiceOf, isNarrowed, type Narrowing, readNarrowing } from "./movement-choice.ts";
import { movementTable } from "./movement-table.ts";
import { MovementFilter } from "./MovementFilter.tsx";
import { Movements } from "./Movements.tsx";
import { OpenTopUp } from "./OpenTopUp.tsx";
import "./wallet.css";

const SendBackPage = lazyNamed(() => import("./SendBackPage.tsx"), "SendBackPage");

/** `?kind=` and `?month=` narrow the movements down; `?view=send-back` is the way of money back. */
export default function WalletPage() {
  const [query] = useSearchParams();
  if (useUser().customer_type === "CORPORATE") return <CompanyPays />;
  if (query.get("view") === "send-back")
    return (
      <Suspense fallback={null}>
        <SendBackPage />
      </Suspense>
    );
  return <WalletOverview />;
}

function WalletOverview() {
  const userId = useUser().id;
  const [query, setQuery] = useSearchParams();
  const narrowing = readNarrowing(query);
  const narrowed = isNarrowed(narrowing);
  const [filterAsked, setFilterOpen] = useState(false);
  // Also where the address narrows the list, as after Back.
  const filterOpen = filterAsked || narrowed;
  const wallet = useWallet();
  const movements = useMovements(choiceOf(narrowing));
  const table = useMutation({
    mutationFn: () => movementTable(userId, choiceOf(narrowing)),
    onSuccess: (file) => saveFile(file, file.name),
    onError: (error) => showToast(sentence(error), "error"),
  });
  const narrow = (part: Partial<Narrowing>) =>
    setQuery(
      Object.fromEntries(Object.entries({ ...narrowing, ...part }).filter(([, value]) => value)),
      { replace: true },
    );
  const showAll = () => {
    narrow({ kind: "", month: "" });
    setFilterOpen(false);
  };

  return (
    <Screen
      title={copy.title}
      className="wal"
      actions={
        <>
          <IconButton
            label={copy.filter}
            aria-expanded={filterOpen}
            onClick={() => (filterOpen ? showAll() : setFilterOpen(true))}
          >
            <FunnelSimple size={26} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={copy.table}
            aria-busy={table.isPending || undefined}
            onClick={() => table.isPending || table.mutate()}
          >
            {table.isPending ? (
              <span className="spin" aria-hidden="true" />
            ) : (
              <DownloadSimple size={26} aria-hidden="true" />
            )}
          </IconButton>
          <IconButton label={copy.how} aria-haspopup="dialog" onClick={openWalletInfo}>
            <Info size={26} aria-hidden="true" />
          </IconButton>
        </>
      }
      footer={
        <ButtonLink to={paths.addMoney} icon={<Plus size={24} aria-hidden="true" />}>
          {copy.add}
        </ButtonLink>
      }
    >
      {wallet.isError && !wallet.data ? (
        <LoadError
          title={copy.loadFailed}
          error={wallet.error}
          onRetry={() => {
            void wallet.refetch();
            void movements.refetch();
          }}
        />
      ) : (
        <>
          <PullToRefresh of={[wallet.refetch, movements.refetch]} />
          <Balance wallet={wallet.data} />
          <CompanyOfferLine />
          <OpenTopUp />
          <div className="gap" />
          {filterOpen ? <MovementFilter narrowing={narrowing} onChange={narrow} /> : null}
          <Movements movements={movements} narrowed={narrowed} onAll={showAll} />
        </>
      )}
    </Screen>
  );
}

function Balance({ wallet }: { wallet: Wallet | undefined }) {
  const config = useConfig().data;
  const mayLeave = config?.withdrawal === "anytime" && (wallet?.balance_minor ?? 0) > 0;
  return (
    <div className="bal">
      <h2 className="ink2">{copy.spendable}</h2>
      {wallet ? (
        <>
          <p className="v num">{inr(wallet.spendable_minor)}</p>
          <p className="sub ink2 num">
            {copy.ofBalance(inr(wallet.balance_minor), inr(wallet.minimum_minor))}
          </p>
          {wallet.held_minor > 0 ? (
            <p className="sub ink2 num held">{copy.held(inr(wallet.held_minor))}</p>
          ) : null}
          {wallet.goodwill_minor > 0 ? (
            <p className="sub ink2 num">{copy.goodwill(inr(wallet.goodwill_minor))}</p>
          ) : null}
          {wallet.disputed_minor > 0 ? (
            <p className="sub ink2 num">{copy.disputed(inr(wallet.disputed_minor))}</p>
          ) : null}
          {mayLeave || wallet.withdrawing_minor > 0 ? (
            <Link className="back num" to={paths.sendBack}>
              <ArrowUDownLeft size={22} aria-hidden="true" />
              <span className="grow">
                {wallet.withdrawing_minor > 0
                  ? copy.onItsWay(inr(wallet.withdrawing_minor))
                  : copy.sendBack}
              </span>
              <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
            </Link>
          ) : null}
        </>
      ) : (
        <p className="v late" aria-hidden="true">
          <i className="sk" />
        </p>
      )}
    </div>
  );
}
