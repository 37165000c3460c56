import type { Feature } from "../platform/feature.ts";
import { createMounts } from "../platform/http/mounts.ts";
import type { HttpServer } from "../platform/http/server.ts";
import type { AccessParts } from "./access-rules.ts";
import type { FeatureParts } from "./service-parts.ts";
import type { Features } from "./wire-features.ts";

/** Mounts the routes of every feature. Answers all routes with their access rules. */
export async function mountRoutes(
  http: HttpServer,
  { metrics, draining }: FeatureParts,
  { gate, listGate, signIns }: AccessParts,
  features: Features,
) {
  const { liveStreams } = metrics;
  const mounts = createMounts(http, { gate, listGate, signIns, liveStreams, draining });
  for (const feature of Object.values<Feature>(features)) await feature.routes(mounts);
  return mounts.mounted;
}
