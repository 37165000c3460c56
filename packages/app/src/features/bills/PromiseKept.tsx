import type { Cdr } from "@voltmarg/contract";
import { useSession } from "../../api/queries/sessions.ts";
import { inr } from "../../ui/format.ts";
import { billCopy as copy } from "./copy.ts";
import { promiseOf } from "./promise.ts";

/** The price that was shown before the start, beside the one that was paid. */
export function PromiseKept({ cdr, sessionId }: { cdr: Cdr; sessionId: string }) {
  const session = useSession(sessionId).data;
  const kept = session && promiseOf(cdr, session);
  return kept ? (
    <p className="sub ink2 num kept">{copy.promise(inr(kept.promised), inr(kept.paid))}</p>
  ) : null;
}
