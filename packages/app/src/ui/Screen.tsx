import { X } from "@phosphor-icons/react/dist/csr/X";
import { ArrowLeft } from "@phosphor-icons/react/dist/csr/ArrowLeft";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { BesideContext } from "./beside.ts";
import { IconButton } from "./Button.tsx";
import { uiCopy } from "./copy.ts";
import { useSavedScroll } from "./saved-scroll.ts";
import { useTitle } from "./use-title.ts";

/** Goes where the driver came from; on a deep link, which has no before, to `fallback`. */
export function useBack(fallback: string = paths.tabs): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    void (key === "default" ? navigate(fallback, { replace: true }) : navigate(-1));
  };
}

/** Moves the focus to the heading when a screen opens, unless a field in it asked for it or the visit begins here. */
export function useOpeningFocus<T extends HTMLElement>() {
  const heading = useRef<T>(null);
  const beside = use(BesideContext);
  // What is chosen opens, not the list beside it.
  const isBehind = beside?.side === "list" && beside.open !== null;
  const begins = useLocation().key === "default" || isBehind;
  const atStart = useRef(begins);
  useEffect(() => {
    if (atStart.current || document.activeElement?.matches("input, textarea, select")) return;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}

/**
 * A page with the nav bar. `footer` is the action bar. `heading` false hides the title from sight (the screen shows its
 * own), never from the tab's title or a screen reader.
 */
export function Screen({
  title,
  small,
  onBack,
  backLabel = uiCopy.back,
  back,
  actions,
  footer,
  barFooter,
  hideTitle,
  text,
  className,
  children,
}: {
  title: string;
  small?: ReactNode;
  onBack?: (() => void) | false;
  backLabel?: string;
  back?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  /** No hairline above the footer. */
  barFooter?: "column" | "bare" | undefined;
  hideTitle?: boolean;
  /** Nothing but text: the keyboard needs a way to scroll it. */
  text?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const goBack = useBack();
  const heading = useOpeningFocus<HTMLHeadingElement>();
  const beside = use(BesideContext);
  const list = beside?.side === "list" ? beside : null;
  useTitle(list === null || list.open === null ? title : null);
  const [scrolled, setScrolled] = useState(false);
  const { scroller, onScroll } = useSavedScroll<HTMLDivElement>();
  const Part = list ? "section" : "main";
  return (
    <Part className="screen" {...(beside ? { "aria-label": title } : {})}>
      <header className={`navbar${scrolled ? " is-scrolled" : ""}`}>
        {onBack === false ? (
          <span className="navbar-gap" />
        ) : (
          <IconButton
            label={beside?.side === "detail" ? uiCopy.close : backLabel}
            onClick={list?.leave ?? onBack ?? goBack}
          >
            {beside?.side === "detail" ? (
              <X size={26} aria-hidden="true" />
            ) : (
              (back ?? <ArrowLeft className="mirrored" size={26} aria-hidden="true" />)
            )}
          </IconButton>
        )}
        <h1 ref={heading} tabIndex={-1} className={hideTitle ? "sr-title" : "one"}>
          {title}
          {small ? <small className="one">{small}</small> : null}
        </h1>
        {actions}
      </header>
      <div
        className={`content${className ? ` ${className}` : ""}`}
        {...(text ? { tabIndex: 0, role: "region", "aria-label": title } : {})}
        ref={scroller}
        onScroll={(event) => {
          setScrolled(event.currentTarget.scrollTop > 0);
          onScroll();
        }}
      >
        {children}
      </div>
      {footer ? (
        <footer
          className={`actionbar${barFooter === "column" ? " actionbar--col actionbar--bare" : barFooter === "bare" ? " actionbar--bare" : ""}`}
        >
          {footer}
        </footer>
      ) : null}
    </Part>
  );
}
