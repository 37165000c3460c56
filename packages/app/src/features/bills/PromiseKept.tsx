import type { Cdr } from "@voltmarg/contract";
import { useSession } from "../../api/queries/sessions.ts";
import { inr } from "../../ui/format.ts";
import { billCopy as copy } from "./copy.ts";
import { paidPerKwh, promiseOf } from "./promise.ts";

/** The price that was shown before the start, beside the one that was paid. */
export function PromiseKept({ cdr, sessionId }: { cdr: Cdr; sessionId: string }) {
  const { data: session, isPending, fetchStatus } = useSession(sessionId);
  const paid = paidPerKwh(cdr);
  // While it is asked for, a sentence as long keeps its place: what is below must not move.
  if (isPending && fetchStatus === "fetching" && paid !== null)
    return (
      <p className="sub num kept is-coming" aria-hidden="true">
        {copy.promise(inr(paid), inr(paid))}
      </p>
    );
  const kept = session && promiseOf(cdr, session);
  return kept ? (
    <p className="sub ink2 num kept">{copy.promise(inr(kept.promised), inr(kept.paid))}</p>
  ) : null;
}
