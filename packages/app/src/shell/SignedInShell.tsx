import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { useSessionStream } from "../api/live/use-session-stream.ts";
import { useOpenSessions } from "../api/queries/sessions.ts";
import { paths } from "../paths.ts";
import { LazySection } from "../ui/LazySection.tsx";
import { useDeepLink } from "../offline/deep-link.ts";
import { lazyNamed, lazyOptional } from "../ui/lazy-component.ts";
import { useMenu } from "../ui/menu.ts";
import { useDesktop, useWide } from "../ui/use-media.ts";
import { CrashGuard } from "./CrashGuard.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { PopupHost } from "./PopupHost.tsx";
import { Stage } from "./Stage.tsx";
import { useActiveSessionEntry } from "./use-active-session.ts";

const DeepLinks = lazyOptional(() => import("./DeepLinks.tsx"), "DeepLinks");
const Rail = lazyNamed(() => import("./Rail.tsx"), "Rail");
const Shortcuts = lazyOptional(() => import("./Shortcuts.tsx"), "Shortcuts");
const SideMenu = lazyNamed(() => import("../features/menu/SideMenu.tsx"), "SideMenu");
const CompanyOfferPopup = lazyOptional(
  () => import("../features/wallet/CompanyOffer.tsx"),
  "CompanyOfferPopup",
);
const ConsentPopup = lazyOptional(
  () => import("../features/account/ConsentPopup.tsx"),
  "ConsentPopup",
);
const WatchNotices = lazyOptional(
  () => import("../features/station/WatchNotices.tsx"),
  "WatchNotices",
);

const tabOf = (pathname: string): string | null => {
  if (pathname !== paths.tabs && !pathname.startsWith(`${paths.tabs}/`)) return null;
  return [paths.scan, paths.favourites].find((path) => path === pathname) ?? paths.map;
};

/** Everything behind the guard: the tabs, the page above them, the menu and the popups. */
export function SignedInShell() {
  useSessionStream();
  const sessions = useOpenSessions().data ?? [];
  const { pathname, search } = useLocation();
  const arriving = useDeepLink(({ link }) => link) !== null || search.includes("push=");
  const wide = useWide();
  const desktop = useDesktop();
  const tab = tabOf(pathname);
  // With room beside it, a station opens over the map instead of instead of it.
  const panel = wide && pathname.startsWith("/charging-details/");
  const needsStage = tab !== null || panel;
  const [staged, setStaged] = useState(needsStage);
  if (needsStage && !staged) setStaged(true);
  const menuOpen = useMenu((menu) => menu.open);
  const openActiveSession = useActiveSessionEntry();
  const [menuUsed, setMenuUsed] = useState(false);
  if (menuOpen && !menuUsed) setMenuUsed(true);

  return (
    <div className="app has-rail">
      {desktop ? (
        <Suspense fallback={null}>
          <Rail
            pathname={tab ?? pathname}
            charging={sessions.some((session) => session.status === "ACTIVE")}
            onSession={openActiveSession}
          />
        </Suspense>
      ) : null}
      {staged ? (
        <Stage current={tab} panel={panel} covered={!needsStage} sessions={sessions} />
      ) : null}
      {tab === null ? (
        <div className={`page${panel ? " is-panel" : ""}`}>
          <CrashGuard at={pathname}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </CrashGuard>
        </div>
      ) : null}
      {menuUsed ? (
        <Suspense fallback={null}>
          <SideMenu sessions={sessions} onActiveSession={openActiveSession} />
        </Suspense>
      ) : null}
      <LazySection>
        <WatchNotices />
      </LazySection>
      {desktop ? (
        <LazySection>
          <Shortcuts />
        </LazySection>
      ) : null}
      <PopupHost />
      <LazySection>
        <CompanyOfferPopup />
      </LazySection>
      <LazySection>
        <ConsentPopup />
      </LazySection>
      <LazySection wanted={arriving}>
        <DeepLinks />
      </LazySection>
    </div>
  );
}
