import { Info } from "@phosphor-icons/react/dist/csr/Info";
import { Warning } from "@phosphor-icons/react/dist/csr/Warning";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { type ReactNode, Suspense } from "react";
import { sentence } from "../api/http/refusal.ts";
import { Button } from "./Button.tsx";
import { uiCopy } from "./copy.ts";
import { Drawing } from "./Drawing.tsx";
import { lazyNamed } from "./lazy-component.ts";

export function Banner({
  kind,
  title,
  children,
  className,
}: {
  kind: "info" | "warn" | "err";
  title?: string;
  children?: ReactNode;
  className?: string;
}) {
  const Icon = kind === "info" ? Info : kind === "warn" ? Warning : WarningCircle;
  return (
    <div
      className={`banner banner--${kind}${className ? ` ${className}` : ""}`}
      role={kind === "err" ? "alert" : undefined}
    >
      <Icon size={22} weight="bold" aria-hidden="true" />
      <div className="grow">
        {title ? <b>{title}</b> : null}
        {children}
      </div>
    </div>
  );
}

export { SkeletonRows } from "./Skeleton.tsx";

const BlankStone = lazyNamed(() => import("./BlankStone.tsx"), "BlankStone");

/** Nothing is here yet: why, and the one thing to do about it. Without a picture of its own, the blank stone. */
export function Empty({
  art,
  title,
  children,
  action,
}: {
  art?: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      {art ? (
        <Drawing svg={art} className="art" />
      ) : (
        <Suspense fallback={<span className="art" />}>
          <BlankStone />
        </Suspense>
      )}
      <h2 className="t2">{title}</h2>
      {children ? <p className="ink2">{children}</p> : null}
      {action ? <div className="empty-action">{action}</div> : null}
    </div>
  );
}

/** A whole screen that did not load. */
export function LoadError({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <div className="empty" role="alert">
      <span className="load-error-icon">
        <WarningCircle size={48} aria-hidden="true" />
      </span>
      <h2 className="t2">{title}</h2>
      <p className="ink2">{sentence(error)}</p>
      <div className="empty-action">
        <Button kind="secondary" small onClick={onRetry}>
          {uiCopy.retry}
        </Button>
      </div>
    </div>
  );
}

/** A part of a screen that did not load. */
export function RowError({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <div className="row" role="alert">
      <span className="lead load-error-icon">
        <WarningCircle size={26} aria-hidden="true" />
      </span>
      <span className="body">
        <b className="title--m">{title}</b>
        <span className="sub ink2">{sentence(error)}</span>
      </span>
      <Button kind="secondary" small onClick={onRetry}>
        {uiCopy.retry}
      </Button>
    </div>
  );
}
