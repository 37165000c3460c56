import { CloudSlash } from "@phosphor-icons/react/dist/csr/CloudSlash";
import { loadAccount } from "../api/account/account.ts";
import { Button } from "../ui/Button.tsx";
import { shellCopy } from "./copy.ts";

export function Unreachable() {
  return (
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
}
