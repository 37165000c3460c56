import { createWorkerJobs } from "../../platform/worker-jobs.ts";
import { readHeights, readRoad } from "./read-road.ts";
import type { RouterAnswer } from "./router.ts";
import type { Position } from "@voltmarg/rules";
import { confirmJob } from "./confirm-job.ts";
import { planJob } from "./plan-job.ts";

/** What a trip's reckoning does in a thread of its own, so that no other request waits for it. */
export const jobs = {
  readRoad: ({ answer, through }: { answer: RouterAnswer; through: readonly Position[] }) =>
    readRoad(answer, through),
  readHeights: ({ answer, samples }: { answer: RouterAnswer; samples: number }) =>
    readHeights(answer, samples),
  plan: planJob,
  confirm: confirmJob,
};

/** So many wait for the thread at most, and none is worked on for longer. */
const MOST_WAITING = 32;
const DEADLINE_MS = 8_000;

export const createTripJobs = () =>
  createWorkerJobs<typeof jobs>(new URL("./trip.worker.ts", import.meta.url), {
    mostWaiting: MOST_WAITING,
    deadlineMs: DEADLINE_MS,
  });
