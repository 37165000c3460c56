import { useQuery } from "@tanstack/react-query";
import { locationQuery } from "../../api/queries/location-query.ts";

/** The station of the chosen plug, from the cache the station screen has filled. */
export const useLocationOfPlug = (id: string) => useQuery(locationQuery(id, null));
