import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call, download } from "../http/call.ts";
import { getCheckInPhoto, listCheckIns } from "../http/endpoints/check-ins.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";
import { nextPage } from "./next-page.ts";

/** What drivers say of a location, newest first; each page has the summary of all. */
export const useCheckIns = (id: string) =>
  useInfiniteQuery({
    queryKey: keys.checkIns(id),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      call(listCheckIns, { params: { id }, query: { page_no: pageParam, page_size: 10 } }, signal),
    getNextPageParam: nextPage,
    meta: PERSISTED,
  });

/** The photo of a check-in, fetched with the driver's token. */
export const useCheckInPhoto = (id: string) =>
  useQuery({
    queryKey: keys.checkInPhoto(id),
    queryFn: ({ signal }) =>
      download(getCheckInPhoto, { params: { id } }, { Accept: "image/jpeg" }, signal),
    retry: false,
  });
