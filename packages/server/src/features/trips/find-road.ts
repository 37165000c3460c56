import type { Position } from "@voltmarg/rules";
import type { WorkerJobs } from "../../platform/worker-jobs.ts";
import type { jobs } from "./jobs.ts";
import type { NoRoad, Road } from "./read-road.ts";
import type { Router } from "./router.ts";

/** `router` null: there is none. */
export type RoadDeps = { router: Router | null; jobs: WorkerJobs<typeof jobs> };
export type RoadWithHeights = Road & { heights: number[] | null };

/** The way through some places, with heights where they are wanted and the router has them. */
export async function findRoad(
  { router, jobs: work }: RoadDeps,
  through: readonly Position[],
  { withHeights }: { withHeights: boolean } = { withHeights: true },
): Promise<RoadWithHeights | NoRoad | "BUSY"> {
  const answer = await router?.route(through);
  if (!router || !answer) return "UNREACHABLE";
  const road = await work.run("readRoad", { answer, through });
  if (road === null) return "BUSY";
  if (typeof road === "string") return road;
  const measured = withHeights ? await router.heights(road.samples) : null;
  const samples = road.samples.length;
  const heights = measured && (await work.run("readHeights", { answer: measured, samples }));
  return { ...road, heights };
}
