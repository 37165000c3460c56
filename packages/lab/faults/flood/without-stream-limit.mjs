// The negative control: loaded before the service, it takes away how many streams a driver may have.
import { registerHooks } from "node:module";

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/driver-streams.ts")) return loaded;
    const source = new TextDecoder().decode(loaded.source);
    const without = source.replace("MOST_STREAMS = 5", "MOST_STREAMS = 1e9");
    if (without === source) throw new Error("there is no limit of streams to take away");
    return { ...loaded, source: without };
  },
});
