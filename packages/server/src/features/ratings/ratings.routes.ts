import { ratings } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done } from "../../platform/http/problem.ts";
import { rateSession, ratingOf, ratingOfLocation, type RatingsDeps } from "./rate-session.ts";

export function ratingsRoutes({ mount }: Mount, deps: RatingsDeps): void {
  mount(ratings.rateSession, async ({ params, body, caller }) => {
    const rated = await rateSession(deps, caller.userId, params.id, body);
    return rated.ok ? done(ocpiData(rated.value, deps.clock.now())) : rated;
  });
  mount(ratings.getRating, async ({ params, caller }) => {
    const found = await ratingOf(deps, caller.userId, params.id);
    return found.ok ? done(ocpiData(found.value, deps.clock.now())) : found;
  });
  mount(ratings.getLocationRating, async ({ params }) =>
    done(ocpiData(await ratingOfLocation(deps, params.id), deps.clock.now())),
  );
}
