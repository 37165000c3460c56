import { useEffect, useRef, type ReactNode } from "react";
import { Link, NavigationType, useNavigationType } from "react-router";
import { providerName } from "./provider-name.ts";

/** A page: its title, the elements for the whole page, and its parts. */
export function Page({
  title,
  about,
  back,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  /** The list that it is one of. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  const way = useNavigationType();
  useEffect(() => {
    if (way === NavigationType.Pop) return;
    // Who reads by ear hears the new page's name, and keys go on from here.
    main.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [way]);
  useEffect(() => {
    document.title = `${title} · ${providerName} console`;
  }, [title]);
  return (
    <main id="main" ref={main} className="page" tabIndex={-1}>
      <header className="page-head">
        <div>
          {back ? (
            <p className="trail">
              <Link to={back.to}>{back.label}</Link>
            </p>
          ) : null}
          <h1>{title}</h1>
          {about ? <p className="quiet">{about}</p> : null}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </main>
  );
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </section>
  );
}

export const Empty = ({ children }: { children: ReactNode }) => <p className="empty">{children}</p>;
