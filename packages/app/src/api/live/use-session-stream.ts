import { useEffect } from "react";
import { whenFirstScreenLoaded } from "../queries/first-screen.ts";
import { setLiveConnection } from "./live-connection.ts";

/** Keeps the driver's sessions fresh for as long as the caller is mounted. Mount it once. */
export function useSessionStream(): void {
  useEffect(() => {
    const stop = new AbortController();
    // The screen's own queries come first.
    whenFirstScreenLoaded()
      .then(() => import("./session-stream.ts"))
      .then(({ streamSessions }) => streamSessions(stop.signal))
      // Without the stream the sessions are polled every 10 s.
      .catch(() => undefined);
    return () => {
      stop.abort();
      setLiveConnection("paused");
    };
  }, []);
}
