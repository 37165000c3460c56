import { useState } from "react";
import { useSearchParams } from "../../ui/router.tsx";
import { useRating } from "../../api/queries/ratings.ts";
import { useCdrs } from "../../api/queries/cdrs.ts";
import { useSession } from "../../api/queries/sessions.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { emptyStone } from "../../ui/drawings/empty-stone.ts";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { ratingCopy as copy } from "./copy.ts";
import { RatingForm } from "./RatingForm.tsx";
import "./rating.css";

/** How a charge was; without `?session=` the newest that is over. */
export default function RatingPage() {
  const named = useSearchParams()[0].get("session");
  return named ? <OfSession key={named} sessionId={named} /> : <OfNewest />;
}

function OfNewest() {
  const bills = useCdrs({});
  const newest = bills.data?.pages[0]?.content.find(
    ({ session_id, invoice }) => session_id !== null && invoice?.kind !== "CREDIT_NOTE",
  );
  if (newest?.session_id) return <OfSession sessionId={newest.session_id} />;
  return (
    <Screen title={copy.title}>
      {bills.data ? (
        <Empty
          art={emptyStone("★")}
          title={copy.noneTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.map}>
              {copy.findStation}
            </ButtonLink>
          }
        >
          {copy.noneText}
        </Empty>
      ) : bills.isError ? (
        <LoadError title={copy.failed} error={bills.error} onRetry={() => void bills.refetch()} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}

function OfSession({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  // The star that was pressed on the bill.
  const asked = Number(useSearchParams()[0].get("stars"));
  const chosen = [1, 2, 3, 4, 5].includes(asked) ? asked : null;
  const rating = useRating(sessionId);
  // The form begins with the saved rating. A persisted one is stale, and used only when the service does not answer.
  const [known, setKnown] = useState(false);
  if (!known && (!rating.isStale || rating.failureCount > 0)) setKnown(true);
  if (session.data && session.data.status !== "COMPLETED")
    return (
      <Screen title={copy.title}>
        <Empty
          art={emptyStone("★")}
          title={copy.unfinishedTitle}
          action={
            <ButtonLink kind="secondary" small to={paths.live(sessionId)}>
              {copy.openCharge}
            </ButtonLink>
          }
        >
          {copy.unfinishedText}
        </Empty>
      </Screen>
    );
  if (session.data && rating.data !== undefined && known)
    return <RatingForm session={session.data} rating={rating.data} chosen={chosen} />;
  const failed = session.isError ? session : rating.isError ? rating : null;
  return (
    <Screen title={copy.title}>
      {failed ? (
        <LoadError
          title={copy.failed}
          error={failed.error}
          onRetry={() => {
            void session.refetch();
            void rating.refetch();
          }}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}
