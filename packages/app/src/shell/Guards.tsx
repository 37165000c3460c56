import { CloudSlash } from "@phosphor-icons/react/dist/csr/CloudSlash";
import { type ReactNode, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { loadAccount, useAccount } from "../api/account.ts";
import { Button } from "../ui/Button.tsx";
import { shellCopy } from "./copy.ts";
import { clearDestination, keepDestination, readDestination } from "./destination.ts";
import { guardEstimate, guardSignedIn, guardSignedOut } from "./guards.ts";
import { Waiting } from "./Waiting.tsx";

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
    else if (account.state === "signed-out" && pathname !== "/") keepDestination(pathname + search);
  }, [allowed, account.state, pathname, search]);

  if ("go" in verdict) return <Navigate to={verdict.go} replace />;
  if (verdict.show === "waiting") return <Waiting />;
  if (verdict.show === "unreachable") return <Unreachable />;
  return children;
}

export function PlugChosen({ children }: { children: ReactNode }) {
  const verdict = guardEstimate(useLocation().search);
  return "go" in verdict ? <Navigate to={verdict.go} replace /> : children;
}

const Unreachable = () => (
  <main className="app">
    <div className="page">
      <div className="empty" role="alert">
        <CloudSlash size={48} aria-hidden="true" />
        <h1 className="t2">{shellCopy.unreachableTitle}</h1>
        <p className="ink2">{shellCopy.unreachableText}</p>
        <div className="empty-action">
          <Button kind="secondary" small onClick={() => void loadAccount()}>
            {shellCopy.retry}
          </Button>
        </div>
      </div>
    </div>
  </main>
);
