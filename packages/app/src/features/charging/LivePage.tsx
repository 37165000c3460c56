import { useDeferredValue, useEffect } from "react";
import { Navigate, useNavigate } from "react-router";
import { useSearchParams } from "../../ui/router.tsx";
import { keys } from "../../api/queries/keys.ts";
import { useSession } from "../../api/queries/sessions.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import { paths } from "../../paths.ts";
import { LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { liveCopy } from "./live-copy.ts";
import { LiveScreen } from "./LiveScreen.tsx";
import { NoSession } from "./NoSession.tsx";
import "./charging.css";

/** A running session, and its bill as soon as there is one. */
export default function LivePage() {
  const id = useSearchParams()[0].get("session") ?? undefined;
  const session = useSession(id);
  // Rendered in slices, so that a slow phone still reacts to touches.
  const shown = useDeferredValue(session.data);
  const navigate = useNavigate();
  const bill = session.data?.cdr_id ?? null;
  useEffect(() => {
    if (bill === null) return;
    void queryClient.invalidateQueries({ queryKey: keys.wallet });
    void navigate(paths.bill(bill), { replace: true });
  }, [bill, navigate]);
  if (!id) return <NoSession />;
  if (shown?.id === id) {
    const { status } = shown;
    if (status === "PENDING" || status === "FAILED" || status === "INVALID")
      return <Navigate to={paths.starting(id)} replace />;
    return <LiveScreen session={shown} />;
  }
  return (
    <Screen title={liveCopy.charging}>
      {session.isError ? (
        <LoadError
          title={liveCopy.sessionFailed}
          error={session.error}
          onRetry={() => void session.refetch()}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}
