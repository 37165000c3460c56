import { parentPort } from "node:worker_threads";
import type { JobAnswer } from "../../platform/worker-jobs.ts";
import { jobs } from "./jobs.ts";

type Message = { name: keyof typeof jobs; input: never };

const port = parentPort!;
port.on("message", ({ name, input }: Message) => port.postMessage(answer(name, input)));

function answer(name: Message["name"], input: never): JobAnswer {
  try {
    return { value: jobs[name](input) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
