import { parentPort } from "node:worker_threads";
import type { Positions } from "./order-in-worker.ts";
import { orderOf } from "./order.ts";

parentPort?.once("message", ({ latitude, longitude }: Positions) => {
  const order = orderOf(latitude, longitude);
  const { slots, cells, starts, rows } = order;
  parentPort?.postMessage(order, [slots.buffer, cells.buffer, starts.buffer, rows.buffer]);
});
