import { ArrowDownLeft } from "@phosphor-icons/react/dist/csr/ArrowDownLeft";
import { ArrowUDownLeft } from "@phosphor-icons/react/dist/csr/ArrowUDownLeft";
import type { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { LockSimple } from "@phosphor-icons/react/dist/csr/LockSimple";
import { LockSimpleOpen } from "@phosphor-icons/react/dist/csr/LockSimpleOpen";
import { NotePencil } from "@phosphor-icons/react/dist/csr/NotePencil";
import type { Movement } from "@voltmarg/contract";
import { INDIA_ZONE } from "@voltmarg/rules";
import { Link } from "../../ui/router.tsx";
import type { useMovements } from "../../api/queries/wallet.ts";
import { language } from "../../language/current-language.ts";
import { paths } from "../../paths.ts";
import { byMonth } from "../../ui/by-month.ts";
import { Button } from "../../ui/Button.tsx";
import { inr, signedInr, when } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { Empty, RowError, SkeletonRows } from "../../ui/Message.tsx";
import { walletCopy as copy } from "./copy.ts";

export function Movements({
  movements,
  narrowed,
  onAll,
}: {
  movements: ReturnType<typeof useMovements>;
  narrowed: boolean;
  onAll: () => void;
}) {
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
    return narrowed ? (
      <Empty
        title={copy.noneFitTitle}
        action={
          <Button kind="secondary" small onClick={onAll}>
            {copy.showAll}
          </Button>
        }
      />
    ) : (
      <Empty title={copy.noMovementsTitle}>{copy.noMovementsText}</Empty>
    );
  return (
    <>
      {byMonth(items, ({ at }) => at, !movements.hasNextPage).map((month) => {
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
  DISPUTE: ArrowUDownLeft,
  DISPUTE_RETURNED: ArrowDownLeft,
};

function MovementRow({ movement }: { movement: Movement }) {
  const { at, amount_minor: amount, cdr_id: bill, hold_status: hold, kind, place } = movement;
  const Icon = icons[kind];
  const moment = when(at, INDIA_ZONE);
  // A hold only sets money aside: it leaves the balance as it is, and carries no sign.
  const heldTag = hold === "HELD" ? copy.heldTag : copy.heldBeforeTag;
  const aside = kind === "HOLD" ? heldTag : kind === "RELEASE" ? copy.releasedTag : null;
  const what = language() === "en" && !place ? movement.reason : copy.kinds[kind];
  const held =
    kind === "CHARGE" && movement.held_minor !== null
      ? copy.wasHeld(inr(movement.held_minor))
      : null;
  const inside = (
    <>
      <span className="lead">
        <Icon size={24} aria-hidden="true" />
      </span>
      <span className="body">
        <b className="title--m two-lines">{place ?? what}</b>
        <span className="sub ink2 num">
          {[place ? what : null, moment.dateTime, held].filter(Boolean).join(" · ")}
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
