import type { Session } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { keys } from "./keys.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { useLiveConnection } from "../live/live-connection.ts";
import { queryClient } from "./query-client.ts";
import { activeSessions, getSession } from "../http/endpoints/sessions.ts";

/** One session. The live stream keeps it fresh; while the stream is down it is asked for every 10 s. */
export function useSession(id: string | undefined) {
  const live = useLiveConnection() === "live";
  return useQuery({
    queryKey: keys.session(id ?? ""),
    queryFn: async ({ signal }) =>
      newer(
        queryClient.getQueryData<Session>(keys.session(id ?? "")),
        (await call(getSession, { params: { id: id ?? "" } }, signal)).data,
      ),
    enabled: id !== undefined,
    refetchInterval: (query) =>
      !live && query.state.data && isOpen(query.state.data) ? 10_000 : false,
    meta: PERSISTED,
  });
}

/** ACTIVE and starting sessions of the driver; only ACTIVE counts as ongoing. */
export function useOpenSessions() {
  const live = useLiveConnection() === "live";
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.openSessions,
    queryFn: async ({ signal }) => {
      const { content } = await call(activeSessions, { params: { userId } }, signal);
      return content.map((session) => {
        const known = queryClient.getQueryData<Session>(keys.session(session.id));
        const best = newer(known, session);
        queryClient.setQueryData(keys.session(session.id), best);
        return best;
      });
    },
    select: (sessions) => sessions.filter(isOpen),
    refetchInterval: (query) => (!live && query.state.data?.length ? 10_000 : false),
    meta: PERSISTED,
  });
}

export const isOpen = (session: Session): boolean =>
  session.status === "ACTIVE" || session.status === "PENDING";

/** A late answer must not overwrite a newer update from the stream. */
export const newer = (known: Session | undefined, next: Session): Session =>
  known && known.id === next.id && known.version > next.version ? known : next;
