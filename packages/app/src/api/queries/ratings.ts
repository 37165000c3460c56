import { useQuery } from "@tanstack/react-query";
import { call } from "../http/call.ts";
import { getRating } from "../http/endpoints/support.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

/** What the driver said of a session; null: nothing yet. */
export const useRating = (sessionId: string) =>
  useQuery({
    queryKey: keys.rating(sessionId),
    queryFn: async ({ signal }) =>
      (await call(getRating, { params: { id: sessionId } }, signal)).data,
    meta: PERSISTED,
  });
