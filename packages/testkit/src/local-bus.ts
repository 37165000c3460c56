import { createListeners, type Bus } from "../../server/src/platform/bus/bus.ts";

/** A bus within this process only. */
export function createLocalBus(): Bus {
  const { add, tell, onGap } = createListeners();
  return { publish: tell, subscribe: add, onGap, close: async () => {} };
}
