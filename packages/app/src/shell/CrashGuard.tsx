import { Component, type ReactNode } from "react";
import { Button } from "../ui/Button.tsx";
import { shellCopy } from "./copy.ts";

/** In the newest version there is; that code may be gone too. */
const reload = () =>
  void import("../offline/service-worker.ts")
    .then(({ reloadToNewest }) => reloadToNewest())
    .catch(() => location.reload());

/** Contains the crash of a screen, or a failed load of its code after an update. */
export class CrashGuard extends Component<
  { children: ReactNode; at: string },
  { failedAt: string | null }
> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromProps(
    props: { at: string },
    state: { failedAt: string | null; crashed?: boolean },
  ) {
    if (state.crashed) return { failedAt: props.at, crashed: false };
    return state.failedAt !== null && state.failedAt !== props.at ? { failedAt: null } : null;
  }

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <main className="screen">
        <div className="empty" role="alert">
          <h1 className="t2">{shellCopy.crashTitle}</h1>
          <p className="ink2">{shellCopy.crashText}</p>
          <div className="empty-action">
            <Button kind="secondary" small onClick={reload}>
              {shellCopy.reload}
            </Button>
          </div>
        </div>
      </main>
    );
  }
}
