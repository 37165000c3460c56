import { parentPort } from "node:worker_threads";
import { orderOf } from "./order.ts";

parentPort?.once("message", (cells: Int32Array<ArrayBuffer>) => {
  const order = orderOf(cells);
  parentPort?.postMessage(order, [
    order.cells.buffer as ArrayBuffer,
    order.slots.buffer as ArrayBuffer,
  ]);
});
