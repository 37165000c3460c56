import type { Logger } from "../../../platform/observability/logger.ts";
import type { LocationIndex } from "./location-index.ts";
import { orderInWorker } from "./order-in-worker.ts";

/** Those that came later are looked at one by one: when they are many, the order is made anew. */
export function createReorder(logger: Logger): (index: LocationIndex) => void {
  let ordering = false;
  return ({ spatialOrder, count }) => {
    if (ordering || spatialOrder.late.slots.length <= Math.max(500, count / 300)) return;
    ordering = true;
    orderInWorker(spatialOrder.positions())
      .then((order) => spatialOrder.setOrder(order))
      .catch((error: unknown) => logger.error({ err: error }, "the index could not be sorted"))
      .finally(() => {
        ordering = false;
      });
  };
}
