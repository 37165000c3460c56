import { type ReactNode, Suspense, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { useAccount } from "../api/account/account.ts";
import { lazyNamed } from "../ui/lazy-component.ts";
import { closeMenu } from "../ui/menu.ts";
import { clearPopups } from "../ui/popups.ts";
import { clearDestination, keepDestination, readDestination } from "./destination.ts";
import { guardEstimate, guardSignedIn, guardSignedOut } from "./guards.ts";
import { Waiting } from "./Waiting.tsx";

const Unreachable = lazyNamed(() => import("./Unreachable.tsx"), "Unreachable");

export function SignedOutOnly() {
  const verdict = guardSignedOut(useAccount(), readDestination());
  if ("go" in verdict) return <Navigate to={verdict.go} replace />;
  if (verdict.show === "waiting") return <Waiting />;
  return <Outlet />;
}

export function SignedInOnly({ children }: { children: ReactNode }) {
  const account = useAccount();
  const { pathname, search } = useLocation();
  const verdict = guardSignedIn(account);
  const allowed = "show" in verdict && verdict.show === "screen";
  useEffect(() => {
    if (allowed) clearDestination();
    else if (account.state === "signed-out") {
      // They were for the driver who is gone.
      clearPopups();
      closeMenu();
      if (pathname !== "/") keepDestination(pathname + search);
    }
  }, [allowed, account.state, pathname, search]);

  if ("go" in verdict) return <Navigate to={verdict.go} replace />;
  if (verdict.show === "waiting") return <Waiting />;
  if (verdict.show === "unreachable")
    return (
      <Suspense fallback={<Waiting />}>
        <Unreachable />
      </Suspense>
    );
  return children;
}

export function PlugChosen({ children }: { children: ReactNode }) {
  const verdict = guardEstimate(useLocation().search);
  return "go" in verdict ? <Navigate to={verdict.go} replace /> : children;
}
