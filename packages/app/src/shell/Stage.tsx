import { type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Session } from "@voltmarg/contract";
import { begunTrip } from "../native/storage.ts";
import { paths } from "../paths.ts";
import { lazyDefault, lazyNamed } from "../ui/lazy-component.ts";
import { useTitle } from "../ui/use-title.ts";
import { shellCopy } from "./copy.ts";
import { CrashGuard } from "./CrashGuard.tsx";
import { TabBar } from "./TabBar.tsx";

const Bars = lazyNamed(() => import("./Bars.tsx"), "Bars");

const opened = location.pathname;
const isTab = opened === paths.root || opened.startsWith(paths.tabs);
const isScan = opened === paths.scan;
const isFavourites = opened === paths.favourites;

const tabs = [
  {
    path: paths.map,
    title: () => "",
    Page: lazyNamed(() => import("./HomePage.tsx"), "HomePage", isTab && !isScan && !isFavourites),
  },
  {
    path: paths.scan,
    title: () => shellCopy.scan,
    Page: lazyDefault(() => import("../features/scan/ScanPage.tsx"), isScan),
  },
  {
    path: paths.favourites,
    title: () => shellCopy.favourites,
    Page: lazyDefault(() => import("../features/favourites/FavouritesPage.tsx"), isFavourites),
  },
];

/**
 * The three tabs. Each is mounted on its first visit and kept alive from then on: hidden ones are invisible and inert,
 * so that the map is neither torn down nor in anybody's way.
 */
export function Stage({
  current,
  panel,
  covered,
  sessions,
}: {
  current: string | null;
  /** A station stands over the map. */
  panel: boolean;
  covered: boolean;
  sessions: Session[];
}) {
  const [last, setLast] = useState(current ?? paths.map);
  const [visited, setVisited] = useState<string[]>([]);
  const shown = current ?? (panel ? paths.map : last);
  if (shown !== last) setLast(shown);
  if (!visited.includes(shown)) setVisited([...visited, shown]);

  useTitle(tabs.find(({ path }) => path === current)?.title() ?? null);

  // Tab contents end above what floats at the bottom, however tall the driver's text size makes it.
  const stage = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const floating = bottom.current;
    if (!floating) return;
    const measure = () => {
      const tabbar = floating.lastElementChild as HTMLElement;
      stage.current?.style.setProperty("--vm-below", `${floating.offsetHeight}px`);
      for (const element of [stage.current, stage.current?.parentElement])
        element?.style.setProperty("--vm-tabbar-height", `${tabbar.offsetHeight}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(floating);
    return () => watch.disconnect();
  }, []);

  const keepFocus = useReturningFocus(current, stage);

  return (
    <div
      ref={stage}
      className={`stage${covered ? " is-covered" : ""}`}
      inert={covered}
      onFocus={({ target }) => keepFocus(target)}
    >
      {tabs
        .filter(({ path }) => visited.includes(path))
        .map(({ path, Page }) => (
          <div
            key={path}
            className={`tab${path === shown ? "" : " is-hidden"}`}
            inert={path !== shown}
            tabIndex={-1}
          >
            <CrashGuard at={path}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </CrashGuard>
          </div>
        ))}
      <div className="stage-bottom" ref={bottom}>
        {sessions.length > 0 || begunTrip.read() ? (
          <Suspense fallback={null}>
            <Bars sessions={sessions} />
          </Suspense>
        ) : null}
        <TabBar
          current={shown}
          charging={sessions.some((session) => session.status === "ACTIVE")}
        />
      </div>
    </div>
  );
}

/** Restores the focus when the driver returns to a tab; a first visit begins at its top. */
function useReturningFocus(current: string | null, stage: RefObject<HTMLElement | null>) {
  const left = useRef<HTMLElement>(null);
  const visitBegins = useRef(useLocation().key === "default");
  useEffect(() => {
    const begins = visitBegins.current;
    visitBegins.current = false;
    if (current === null || begins || document.activeElement !== document.body) return;
    const again = left.current?.isConnected && !left.current.closest("[inert]");
    const target = again ? left.current : stage.current?.querySelector<HTMLElement>(TAB_SHOWN);
    target?.focus({ preventScroll: true });
  }, [current, stage]);
  return (target: HTMLElement) => void (left.current = target);
}
const TAB_SHOWN = ".tab:not([inert])";
