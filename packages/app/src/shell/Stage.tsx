import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Session } from "@voltmarg/contract";
import { paths } from "../paths.ts";
import { useTitle } from "../ui/use-title.ts";
import { shellCopy } from "./copy.ts";
import { CrashGuard } from "./CrashGuard.tsx";
import { SessionBar } from "./SessionBar.tsx";
import { TabBar } from "./TabBar.tsx";

const tabs = [
  { path: paths.map, title: "", Page: lazy(() => import("../features/stations/HomePage.tsx")) },
  {
    path: paths.scan,
    title: shellCopy.scan,
    Page: lazy(() => import("../features/stations/ScanPage.tsx")),
  },
  {
    path: paths.favourites,
    title: shellCopy.favourites,
    Page: lazy(() => import("../features/stations/FavouritesPage.tsx")),
  },
];

/**
 * The three tabs. Each is mounted on its first visit and kept alive from then on: hidden ones are invisible and inert,
 * so that the map is neither torn down nor in anybody's way.
 */
export function Stage({
  current,
  covered,
  sessions,
}: {
  current: string | null;
  covered: boolean;
  sessions: Session[];
}) {
  const [last, setLast] = useState(current ?? paths.map);
  const [visited, setVisited] = useState<string[]>([]);
  const shown = current ?? last;
  if (shown !== last) setLast(shown);
  if (!visited.includes(shown)) setVisited([...visited, shown]);

  useTitle(tabs.find(({ path }) => path === current)?.title ?? null);

  // Tab contents end above what floats at the bottom, however tall the driver's text size makes it.
  const stage = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const floating = bottom.current;
    if (!floating) return;
    const measure = () => {
      const tabbar = floating.lastElementChild as HTMLElement;
      stage.current?.style.setProperty("--vm-below", `${floating.offsetHeight}px`);
      stage.current?.style.setProperty("--vm-tabbar-height", `${tabbar.offsetHeight}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(floating);
    return () => watch.disconnect();
  }, []);

  return (
    <div ref={stage} className={`stage${covered ? " is-covered" : ""}`} inert={covered}>
      {tabs
        .filter(({ path }) => visited.includes(path))
        .map(({ path, Page }) => (
          <div
            key={path}
            className={`tab${path === shown ? "" : " is-hidden"}`}
            inert={path !== shown}
          >
            <CrashGuard at={path}>
              <Suspense fallback={null}>
                <Page />
              </Suspense>
            </CrashGuard>
          </div>
        ))}
      <div className="stage-bottom" ref={bottom}>
        <SessionBar sessions={sessions} />
        <TabBar
          current={shown}
          charging={sessions.some((session) => session.status === "ACTIVE")}
        />
      </div>
    </div>
  );
}
