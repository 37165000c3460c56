import type { OperatorHealth } from "@voltmarg/contract";
import { Ago, State } from "./values.tsx";

const NAMES: Record<OperatorHealth["state"], string> = {
  HEALTHY: "Works",
  REJECTED: "Rejects our token",
  FAILING: "Our calls fail",
  SUSPENDED: "Its hub reaches none",
  SILENT: "Silent",
};

/** How an operator is, and for how long. */
export function Health({
  of: { state, since },
}: {
  of: { state: OperatorHealth["state"] | null; since: string | null };
}) {
  if (state === null) return <span className="quiet">–</span>;
  return (
    <span className="row">
      <State of={state}>{NAMES[state]}</State>
      {since ? (
        <small>
          for <Ago at={since} />
        </small>
      ) : null}
    </span>
  );
}
