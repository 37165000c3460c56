import { Worker } from "node:worker_threads";
import type { Order } from "./order.ts";

/** Sorts in a thread of its own, so that searches go on meanwhile. */
export function orderBeside(cells: Int32Array<ArrayBuffer>): Promise<Order> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./order.worker.ts", import.meta.url));
    worker.unref();
    worker.once("message", (order: Order) => {
      resolve(order);
      void worker.terminate();
    });
    worker.once("error", reject);
    worker.postMessage(cells, [cells.buffer]);
  });
}
