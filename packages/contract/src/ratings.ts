import * as z from "zod/mini";
import { route } from "./route.ts";
import { Id, IdParams, Instant, ocpiData } from "./shapes.ts";

export const RatingTag = z.enum([
  "EASY_TO_FIND",
  "CLEAN",
  "SAFE",
  "FAST",
  "FAIR_PRICE",
  "HARD_TO_FIND",
  "BLOCKED",
  "BROKEN",
  "SLOW",
  "PRICE_WRONG",
  "UNSAFE",
]);
export const Rating = z.object({
  session_id: Id,
  location_id: Id,
  stars: z.int().check(z.minimum(1), z.maximum(5)),
  tags: z.array(RatingTag),
  text: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
  /** Until when it can be changed. */
  editable_until: Instant,
});

const driver = { rule: "driver" } as const;

/** Rates a charge that is over, once; again within seven days changes what was said. */
export const rateSession = route({
  method: "PUT",
  path: "/api/ocpi/v1/sessions/:id/rating",
  access: driver,
  params: IdParams,
  body: z.object({
    stars: Rating.shape.stars,
    tags: z._default(z.array(RatingTag).check(z.maxLength(11)), []),
    text: z._default(z.nullable(z.string().check(z.trim(), z.maxLength(1000))), null),
  }),
  response: ocpiData(Rating),
  errors: ["SESSION_NOT_FOUND", "SESSION_NOT_FINISHED", "RATING_CLOSED"],
});
/** Null: not rated yet. */
export const getRating = route({
  method: "GET",
  path: "/api/ocpi/v1/sessions/:id/rating",
  access: driver,
  params: IdParams,
  response: ocpiData(z.nullable(Rating)),
  errors: ["SESSION_NOT_FOUND"],
});
/** What drivers say of a location. The average has one decimal; null: nobody rated it. */
export const getLocationRating = route({
  method: "GET",
  path: "/api/ocpi/v1/locations/:id/rating",
  access: driver,
  params: IdParams,
  response: ocpiData(
    z.object({ location_id: Id, average: z.nullable(z.number()), count: z.int() }),
  ),
  errors: [],
});
