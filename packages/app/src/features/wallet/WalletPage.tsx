import { ArrowDownLeft } from "@phosphor-icons/react/dist/csr/ArrowDownLeft";
import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { LockSimple } from "@phosphor-icons/react/dist/csr/LockSimple";
import { LockSimpleOpen } from "@phosphor-icons/react/dist/csr/LockSimpleOpen";
import { NotePencil } from "@phosphor-icons/react/dist/csr/NotePencil";
import { Plus } from "@phosphor-icons/react/dist/csr/Plus";
import type { Movement } from "@voltmarg/contract";
import { Link } from "react-router";
import { useUser } from "../../api/account.ts";
import { useMovements, useWallet } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { byMonth } from "../../ui/by-month.ts";
import { ButtonLink, IconButton } from "../../ui/Button.tsx";
import { inr, signedInr, when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { Empty, LoadError, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { openWalletInfo } from "../../ui/popups.ts";
import { Screen } from "../../ui/Screen.tsx";
import { walletCopy as copy } from "./copy.ts";
import "./wallet.css";

export default function WalletPage() {
  const corporate = useUser().customer_type === "CORPORATE";
  const wallet = useWallet();
  const movements = useMovements();
  if (corporate) return <CompanyPays />;
  const failed = wallet.isError && !wallet.data;
  return (
    <Screen
      title={copy.title}
      className="wal"
      actions={
        <IconButton label={copy.how} aria-haspopup="dialog" onClick={openWalletInfo}>
          <Info size={26} aria-hidden="true" />
        </IconButton>
      }
      footer={
        <ButtonLink to={paths.addMoney} icon={<Plus size={24} aria-hidden="true" />}>
          {copy.add}
        </ButtonLink>
      }
    >
      {failed ? (
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
          <div className="bal">
            <h2 className="ink2">{copy.balance}</h2>
            {wallet.data ? (
              <>
                <p className="v num">{inr(wallet.data.balance_minor)}</p>
                <p className="sub ink2 num">
                  {copy.spend(inr(wallet.data.spendable_minor), inr(wallet.data.minimum_minor))}
                </p>
                {wallet.data.held_minor > 0 ? (
                  <p className="sub ink2 num held">{copy.held(inr(wallet.data.held_minor))}</p>
                ) : null}
              </>
            ) : (
              <p className="v late" aria-hidden="true">
                <i className="sk" />
              </p>
            )}
          </div>
          <div className="gap" />
          <Movements movements={movements} />
        </>
      )}
    </Screen>
  );
}

export const CompanyPays = () => (
  <Screen title={copy.title}>
    <Empty title={copy.corporateTitle}>{copy.corporateText}</Empty>
  </Screen>
);

function Movements({ movements }: { movements: ReturnType<typeof useMovements> }) {
  if (movements.isPending) return <SkeletonRows rows={6} />;
  if (!movements.data)
    return (
      <RowError
        title={copy.movementsFailed}
        error={movements.error}
        onRetry={() => void movements.refetch()}
      />
    );
  const items = movements.data.pages.flatMap((page) => page.content);
  if (items.length === 0)
    return <Empty title={copy.noMovementsTitle}>{copy.noMovementsText}</Empty>;
  return (
    <>
      {byMonth(items, (item) => ({ instant: item.at }), !movements.hasNextPage).map((month) => {
        const charged = month.items
          .filter((item) => item.kind === "CHARGE")
          .reduce((sum, item) => sum - item.amount_minor, 0);
        return (
          <section key={month.name}>
            <div className="section">
              <h2>{month.name}</h2>
              {month.complete && charged > 0 ? (
                <span className="cap num">{copy.charged(inr(charged))}</span>
              ) : null}
            </div>
            <ul className="rows">
              {month.items.map((item) => (
                <li key={item.id}>
                  <MovementRow movement={item} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <InfiniteEnd list={movements} label={copy.more} errorTitle={copy.moreFailed} />
    </>
  );
}

const icons: Record<Movement["kind"], typeof Info> = {
  TOP_UP: ArrowDownLeft,
  CHARGE: Lightning,
  HOLD: LockSimple,
  RELEASE: LockSimpleOpen,
  REFUND: ArrowUDownLeft,
  CORRECTION: NotePencil,
  WITHDRAWAL: ArrowUDownLeft,
  WITHDRAWAL_RETURNED: ArrowDownLeft,
};

function MovementRow({ movement }: { movement: Movement }) {
  const { at, amount_minor: amount, cdr_id: bill, hold_status: hold, kind, reason } = movement;
  const Icon = icons[kind];
  const moment = when(at);
  // A hold only sets money aside: it leaves the balance as it is, and carries no sign.
  const heldTag = hold === "HELD" ? copy.heldTag : copy.heldBeforeTag;
  const aside = kind === "HOLD" ? heldTag : kind === "RELEASE" ? copy.releasedTag : null;
  const inside = (
    <>
      <span className="lead">
        <Icon size={24} aria-hidden="true" />
      </span>
      <span className="body">
        <b className="title--m one">{reason}</b>
        <span className="sub ink2 one num">
          {moment.date}, {moment.time}
        </span>
      </span>
      {aside ? (
        <span className="trail aside num">
          <span className="val ink2">{inr(Math.abs(amount))}</span>
          <span className="cap ink3">{aside}</span>
        </span>
      ) : (
        <span className={`trail val${amount > 0 ? " is-in" : ""}`}>{signedInr(amount)}</span>
      )}
    </>
  );
  return bill ? (
    <Link className="row" to={paths.bill(bill)}>
      {inside}
    </Link>
  ) : (
    <div className="row">{inside}</div>
  );
}
