import { type ComponentType, useDeferredValue, useEffect } from "react";
import { useNavigate, useParams } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { useCdr, useCdrOfSession } from "../../api/queries/cdrs.ts";
import { paths } from "../../paths.ts";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Bill } from "./Bill.tsx";
import { billCopy as copy } from "./copy.ts";
import { WaitingForBill } from "./WaitingForBill.tsx";

/** billsummary/{id}; with `?session=` the charge record of that session, as soon as there is one. */
export function BillPage({ Curve }: { Curve: ComponentType<{ sessionId: string }> }) {
  const { id } = useParams();
  const sessionId = useSearchParams()[0].get("session") ?? undefined;
  const navigate = useNavigate();
  const ofSession = useCdrOfSession(sessionId);
  const cdr = useCdr(sessionId === undefined ? id : undefined);
  const found = ofSession.data?.id;
  useEffect(() => {
    if (found) void navigate(paths.bill(found), { replace: true });
  }, [found, navigate]);

  const asked = sessionId === undefined ? cdr : ofSession;
  // Drawn in slices, so that a slow phone answers touches meanwhile.
  const shown = useDeferredValue(asked.data);
  if (sessionId !== undefined && ofSession.data === null)
    return <WaitingForBill sessionId={sessionId} />;
  if (asked.data && shown) {
    const of = shown.session_id;
    return (
      <Bill
        cdr={shown}
        at={asked.dataUpdatedAt}
        failed={asked.isError}
        curve={of === null ? null : <Curve sessionId={of} />}
      />
    );
  }
  return (
    <Screen title={copy.title}>
      {asked.isError ? (
        <LoadError
          title={copy.loadFailed}
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </Screen>
  );
}
