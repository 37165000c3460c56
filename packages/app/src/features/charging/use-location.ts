import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/endpoint.ts";
import { getLocation } from "../../api/endpoints.ts";
import { keys } from "../../api/queries.ts";

/** The station of the chosen plug, from the cache the station screen has filled. */
export const useLocationOfPlug = (id: string) =>
  useQuery({
    queryKey: keys.location(id),
    queryFn: async ({ signal }) =>
      (await call(getLocation, { params: { id }, query: {} }, signal)).data,
    staleTime: 15_000,
  });
