import { useEffect } from "react";
import { afterFirst } from "../queries/first-screen.ts";
import { setLink } from "./live-connection.ts";

/** Keeps the driver's sessions fresh for as long as the caller is mounted. Mount it once. */
export function useLiveSessions(): void {
  useEffect(() => {
    const stop = new AbortController();
    // What the screen asks for itself comes first.
    afterFirst()
      .then(() => import("./session-stream.ts"))
      .then(({ keepListening }) => keepListening(stop.signal))
      // Then the sessions are asked for every 10 s.
      .catch(() => undefined);
    return () => {
      stop.abort();
      setLink("paused");
    };
  }, []);
}
