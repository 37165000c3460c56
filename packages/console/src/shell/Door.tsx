import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { codeOf } from "../api/call.ts";
import { takeRefused } from "../api/company-account.ts";
import { MemberContext } from "../api/member.ts";
import { queryClient, useOperation } from "../api/query-client.ts";
import { Answered, Loading } from "../ui/Answered.tsx";
import { Toasts } from "../ui/toasts.tsx";
import { Invitation } from "./Invitation.tsx";
import { Shell } from "./Shell.tsx";
import { SignIn } from "./SignIn.tsx";

const NotConfirmed = lazy(() =>
  import("./NotConfirmed.tsx").then(({ NotConfirmed: of }) => ({ default: of })),
);

/** Lets members of the staff in; everybody else signs in first and goes on where they wanted to be. */
export function Door() {
  const { pathname } = useLocation();
  return pathname === "/invitation" ? <Invitation /> : <SignedIn />;
}

function SignedIn() {
  const session = useOperation("getStaffSession", {}, { live: true });
  useEndOfSession();
  if (codeOf(session.error) === "UNAUTHENTICATED") return <SignIn />;
  if (session.data)
    return (
      <MemberContext value={session.data.data}>
        <Shell />
        <Toasts />
        <Returned />
      </MemberContext>
    );
  if (session.error)
    return (
      <main className="door">
        <Answered query={session}>{() => null}</Answered>
      </main>
    );
  return <Loading />;
}

function Returned() {
  const [refused] = useState(takeRefused);
  return <Suspense>{refused ? <NotConfirmed {...refused} /> : null}</Suspense>;
}

/** A call that is refused because the session ended leads to the sign-in at once. */
function useEndOfSession() {
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        const ended = codeOf(query.state.error) === "UNAUTHENTICATED";
        if (ended && query.queryKey[0] !== "getStaffSession")
          void queryClient.invalidateQueries({ queryKey: ["getStaffSession"] });
      }),
    [],
  );
}
