import { Worker } from "node:worker_threads";
import { orderOf, type Order } from "./order.ts";

export type Positions = {
  latitude: Float64Array<ArrayBuffer>;
  longitude: Float64Array<ArrayBuffer>;
};

/** So few are sorted before a thread has started. */
const FEW = 20_000;

/** Sorts many in a thread of its own, so that searches go on meanwhile. */
export function orderInWorker(positions: Positions): Promise<Order> {
  const { latitude, longitude } = positions;
  if (latitude.length <= FEW) return Promise.resolve(orderOf(latitude, longitude));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./order.worker.ts", import.meta.url));
    worker.unref();
    worker.once("message", (order: Order) => {
      resolve(order);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.postMessage(positions, [latitude.buffer, longitude.buffer]);
  });
}
