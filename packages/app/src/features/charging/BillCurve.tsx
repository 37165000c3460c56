import { useSession } from "../../api/queries/sessions.ts";
import { liveCopy } from "./live-copy.ts";
import { PowerChart } from "./PowerChart.tsx";
import "./charging.css";

/** The power of a charge that is over; nothing where its meter was read less than twice. */
export function BillCurve({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId).data;
  if (!session || session.curve.length < 2) return null;
  return (
    <section className="bill-curve" aria-label={liveCopy.chartPower}>
      <h2>{liveCopy.chartPower}</h2>
      <PowerChart session={session} end={null} over />
    </section>
  );
}
