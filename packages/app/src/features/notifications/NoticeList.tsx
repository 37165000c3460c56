import { BellSlash } from "@phosphor-icons/react/dist/csr/BellSlash";
import { GearSix } from "@phosphor-icons/react/dist/csr/GearSix";
import type { Notification } from "@voltmarg/contract";
import { useMutation } from "@tanstack/react-query";
import { Link } from "../../ui/router.tsx";
import { readAllNotices, readNotice, useNotices } from "../../api/queries/notifications.ts";
import { sentence } from "../../api/http/refusal.ts";
import { written } from "../../language/current-language.ts";
import { paths } from "../../paths.ts";
import { usePushState } from "../../offline/use-push-state.ts";
import { Button } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { inr, kwh } from "../../ui/format.ts";
import { InfiniteEnd } from "../../ui/InfiniteEnd.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { PullToRefresh } from "../../ui/pull/PullToRefresh.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { showToast, useToasts } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { age } from "./age.ts";
import { noticeCopy as copy } from "./copy.ts";
import { kindIcons } from "./kind-icons.ts";
import { subjectPath } from "./subject-path.ts";

export function NoticeList() {
  const list = useNotices();
  const now = useNow();
  const items = list.data?.pages.flatMap((page) => page.content);
  const unread = list.data?.pages[0]?.unread ?? 0;
  const markAll = useMutation({
    mutationFn: readAllNotices,
    onError: (error) => showToast(sentence(error), "error"),
  });
  return (
    <Screen
      title={copy.title}
      actions={
        <Link className="iconbtn" to={paths.notificationPreferences} aria-label={copy.settings}>
          <GearSix size={26} aria-hidden="true" />
        </Link>
      }
    >
      <PullToRefresh of={[list.refetch]} />
      <PushBlocked />
      <ShownMessages />
      {items === undefined ? (
        list.isError ? (
          <LoadError title={copy.failed} error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : items.length === 0 ? (
        <Empty art={emptyStone("✓")} title={copy.emptyTitle}>
          {copy.emptyText}
        </Empty>
      ) : (
        <>
          <div className="told-head">
            <output className="sub ink2 num">
              {unread > 0 ? copy.unreadCount(unread) : copy.allRead}
            </output>
            {unread > 0 ? (
              <Button
                kind="quiet"
                small
                busy={markAll.isPending && copy.marking}
                onClick={() => markAll.mutate()}
              >
                {copy.markAll}
              </Button>
            ) : null}
          </div>
          <ul className="rows">
            {items.map((notice) => (
              <li key={notice.id}>
                <NoticeRow notice={notice} now={now} />
              </li>
            ))}
          </ul>
          <InfiniteEnd list={list} label={copy.more} errorTitle={copy.moreFailed} />
        </>
      )}
    </Screen>
  );
}

/** To the messages of this visit, which left the screen by themselves. */
function ShownMessages() {
  const count = useToasts(({ said }) => said.length);
  return count === 0 ? null : (
    <p className="told-head num">
      <Link className="textlink" to={paths.shownMessages}>
        {copy.shownCount(count)}
      </Link>
    </p>
  );
}

/** Where the device blocks them, the list is all there is: it says so, and leads to the switch. */
function PushBlocked() {
  const state = usePushState();
  return state === "denied" ? (
    <p className="told-blocked sub">
      <BellSlash size={20} aria-hidden="true" />
      <span>
        {copy.blocked}{" "}
        <Link className="textlink" to={paths.notificationPreferences}>
          {copy.toSwitch}
        </Link>
      </span>
    </p>
  ) : null;
}

function NoticeRow({ notice, now }: { notice: Notification; now: number }) {
  const Icon = kindIcons[notice.kind];
  const unread = notice.read_at === null;
  const to = subjectPath(notice.subject);
  const inside = (
    <>
      <span className="lead told-kind">
        <Icon size={24} aria-hidden="true" />
        {unread ? <span className="sr-only">{copy.unread}: </span> : null}
      </span>
      <span className="body">
        {unread ? (
          <b className="title--m" {...written(notice.language)}>
            {notice.title}
          </b>
        ) : (
          <span className="title--m" {...written(notice.language)}>
            {notice.title}
          </span>
        )}
        <span className="sub ink2" {...written(notice.language)}>
          {notice.text}
        </span>
        {notice.bill ? (
          <b className="sub num told-bill">
            {copy.bill(inr(notice.bill.amount_minor), kwh(notice.bill.kwh))}
          </b>
        ) : null}
        <time className="cap ink3 num" dateTime={notice.created_at}>
          {age(notice.created_at, now)}
        </time>
      </span>
    </>
  );
  const look = `row told${unread ? " is-unread" : ""}`;
  return to === null ? (
    <button type="button" className={look} onClick={() => void readNotice(notice)}>
      {inside}
    </button>
  ) : (
    <Link id={notice.id} className={look} to={to} onClick={() => void readNotice(notice)}>
      {inside}
    </Link>
  );
}
