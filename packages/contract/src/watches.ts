import * as z from "zod/mini";
import { route } from "./route.ts";
import { Id, Instant, ocpiData, UserParams } from "./shapes.ts";

const self = { rule: "self", param: "userId" } as const;

/** A wish to hear when a plug turns free; it is answered once, or expires. */
export const StationWatch = z.object({
  id: Id,
  location_id: Id,
  location_name: z.string(),
  /** null: any plug there */
  evse_uid: z.nullable(z.string()),
  created_at: Instant,
  expires_at: Instant,
});
/** A watch that was answered: a plug turned free at `told_at`. It stays until its driver has seen it, a week at most. */
export const StationNotice = z.object({
  id: Id,
  location_id: Id,
  location_name: z.string(),
  /** null: any plug there was waited for */
  evse_uid: z.nullable(z.string()),
  told_at: Instant,
});
export const listWatches = route({
  method: "GET",
  path: "/api/ocpi/v1/watches/:userId",
  access: self,
  params: UserParams,
  response: ocpiData(
    z.object({
      watches: z.array(StationWatch),
      /** Not seen yet, newest first. */
      notices: z.array(StationNotice),
    }),
  ),
  errors: ["NOT_FOUND"],
});
export const watchStation = route({
  method: "POST",
  path: "/api/ocpi/v1/watches/:userId",
  access: self,
  params: UserParams,
  body: z.object({
    location_id: Id,
    evse_uid: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(64)))),
    /** how long to wait; two hours when not said, a day at most */
    minutes: z.optional(z.int().check(z.minimum(1), z.maximum(1440))),
  }),
  response: ocpiData(StationWatch),
  errors: [
    "NOT_FOUND",
    "LOCATION_NOT_FOUND",
    "CONNECTOR_NOT_FOUND",
    "ALREADY_FREE",
    "TOO_MANY_WATCHES",
  ],
});
export const unwatchStation = route({
  method: "DELETE",
  path: "/api/ocpi/v1/watches/:userId/:id",
  access: self,
  params: z.object({ userId: Id, id: Id }),
  response: ocpiData(z.object({ id: Id })),
  errors: ["NOT_FOUND", "WATCH_NOT_FOUND"],
});

/** Takes a notice away; one that is gone already is seen as well. */
export const seeNotice = route({
  method: "PUT",
  path: "/api/ocpi/v1/watches/:userId/:id/seen",
  access: self,
  params: z.object({ userId: Id, id: Id }),
  response: ocpiData(z.object({ id: Id })),
  errors: ["NOT_FOUND"],
});
