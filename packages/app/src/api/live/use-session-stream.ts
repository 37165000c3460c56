import { useEffect } from "react";
import { whenFirstScreenLoaded } from "../queries/first-screen.ts";
import { setLiveConnection } from "./live-connection.ts";

/** Keeps the driver's sessions fresh for as long as the caller is mounted. Mount it once. */
export function useSessionStream(): void {
  useEffect(() => {
    const stop = new AbortController();
    // What the screen asks for itself comes first.
    whenFirstScreenLoaded()
      .then(() => import("./session-stream.ts"))
      .then(({ streamSessions }) => streamSessions(stop.signal))
      // Then the sessions are asked for every 10 s.
      .catch(() => undefined);
    return () => {
      stop.abort();
      setLiveConnection("paused");
    };
  }, []);
}
