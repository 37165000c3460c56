import { useEffect, useState } from "react";
import { tick } from "../api/queries/query-client.ts";
import { onClockCorrected, serviceNow } from "../clock.ts";

/** The service's time, ms, in steps: what is old must come to look old without anything else happening. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(serviceNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(tick()), everyMs);
    // The first answer may come after the first look, also before this runs.
    const correct = () =>
      setNow((shown) => (Math.abs(serviceNow() - shown) < 1000 ? shown : serviceNow()));
    correct();
    const stop = onClockCorrected(correct);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [everyMs]);
  return now;
}
