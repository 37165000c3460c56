import { routesOnly, type Feature } from "../../platform/feature.ts";
import type { RatingsDeps } from "./rate-session.ts";
import { ratingsRoutes } from "./ratings.routes.ts";

/** Ratings of sessions. */
export const createRatings = (deps: RatingsDeps): Feature =>
  routesOnly((mounts) => ratingsRoutes(mounts, deps));
