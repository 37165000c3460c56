import { Navigate } from "react-router";
import { useOpenSessions } from "../../api/queries/sessions.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { copy } from "./copy.ts";
import { liveCopy } from "./live-copy.ts";

/** The address names no session: shows the running one, if there is one. */
export function NoSession() {
  const open = useOpenSessions();
  const first = open.data?.find(({ status }) => status === "ACTIVE") ?? open.data?.[0];
  if (first)
    return (
      <Navigate
        to={first.status === "ACTIVE" ? paths.live(first.id) : paths.starting(first.id)}
        replace
      />
    );
  return (
    <Screen title={liveCopy.charging}>
      {open.isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <Empty
          title={liveCopy.noSession}
          action={
            <ButtonLink kind="secondary" small to={paths.map}>
              {copy.toMap}
            </ButtonLink>
          }
        >
          {liveCopy.noneText}
        </Empty>
      )}
    </Screen>
  );
}
