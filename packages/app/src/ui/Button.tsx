import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "./router.tsx";

type Look = {
  kind?: "primary" | "secondary" | "outline" | "quiet" | "danger" | "danger-quiet";
  small?: boolean;
  icon?: ReactNode;
};

const look = ({ kind = "primary", small }: Look, className?: string) =>
  `btn btn--${kind}${small ? " btn--sm" : ""}${className ? ` ${className}` : ""}`;

/** `busy` shows the spinner with the verb given and ignores further presses. */
export function Button({
  kind,
  small,
  icon,
  busy,
  className,
  children,
  onClick,
  ...rest
}: Look & { busy?: string | false | undefined } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)}
      aria-busy={busy ? true : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : icon}
      <span>{busy || children}</span>
    </button>
  );
}

export function ButtonLink({ kind, small, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link
      {...rest}
      className={look({ ...(kind ? { kind } : {}), ...(small ? { small } : {}) }, className)}
    >
      {icon}
      <span>{children}</span>
    </Link>
  );
}

export function IconButton({
  label,
  float,
  className,
  ...rest
}: { label: string; float?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`iconbtn${float ? " iconbtn--float" : ""}${className ? ` ${className}` : ""}`}
    />
  );
}
