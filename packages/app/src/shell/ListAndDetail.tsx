import {
  Fragment,
  type KeyboardEvent,
  type ReactElement,
  Suspense,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  createPath,
  type Location,
  Outlet,
  UNSAFE_LocationContext as LocationContext,
  useLocation,
  useNavigate,
  type NavigationType as Action,
  useNavigationType,
} from "react-router";
import { useAccount, useUser } from "../api/account/account.ts";
import { paths } from "../paths.ts";
import { type Beside, BesideContext, type FromList } from "../ui/beside.ts";
import { listCopy as copy } from "./list-copy.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";
import "./list-and-detail.css";

/** By their addresses. */
export type Lists = Readonly<Record<string, ReactElement>>;

/** The list beside a screen that was not opened from one, by the beginning of the screen's address. */
const listOf: readonly [start: string, list: string][] = [
  ["/billsummary/", paths.history],
  [paths.addVehicle, paths.myVehicle],
  [paths.addMoney, paths.wallet],
  [paths.createTicket, paths.support],
  [paths.faq, paths.support],
];

const PUSH = "PUSH" as Action;

type Shown = { here: Location; list: Location | null; row: string | null };

/** Lists are a driver's: who is not signed in sees the one page that is open to everybody. */
export const ListAndDetail = ({ lists }: { lists: Lists }) =>
  useAccount().state === "signed-in" ? <ListBeside lists={lists} /> : <Outlet />;

/**
 * A list, and beside it what is chosen of it. The address is that of what is chosen; the list has an address of its own
 * here, so that it stays as it is while one after the other is opened.
 */
function ListBeside({ lists }: { lists: Lists }) {
  const here = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const corporate = useUser().customer_type === "CORPORATE";
  /** Who drives for a company has no wallet. */
  const has = (path: string) => path in lists && !(corporate && path === paths.wallet);
  const [shown, setShown] = useState<Shown>(() => next(null));
  if (shown.here !== here) setShown(next(shown));

  function next(before: Shown | null): Shown {
    const known = has(here.pathname) ? here.pathname : undefined;
    if (known && !/[?&](ticket|view)=/.test(here.search)) return { here, list: here, row: null };
    const from = here.state as Partial<FromList> | null;
    // A screen that leads on by itself, as a charge to its bill, leaves list and row as they are.
    const kept = type.toLowerCase() === "replace" && !from?.list ? before : null;
    const at =
      from?.list ??
      (kept?.list ? createPath(kept.list) : undefined) ??
      known ??
      listOf.find(([start]) => here.pathname.startsWith(start))?.[1];
    const row = from?.row ?? kept?.row ?? (known ? createPath(here) : here.pathname);
    const [pathname = "", search] = at?.split("?") ?? [];
    if (!has(pathname)) return { here, list: null, row };
    if (before?.list && createPath(before.list) === at) return { here, list: before.list, row };
    const query = search === undefined ? "" : `?${search}`;
    const list = { pathname, search: query, hash: "", state: null as unknown, key: "beside" };
    return { here, list: list as Location, row };
  }

  const { list, row } = shown;
  const open = list === here ? null : row;
  const pane = useRef<HTMLDivElement>(null);
  // How the driver came to the detail is nothing to the list.
  const [arrived, setArrived] = useState({ list, type });
  if (arrived.list !== list) setArrived({ list, type: list === here ? type : PUSH });
  const place = useMemo(
    () => list && { location: list, navigationType: arrived.type },
    [list, arrived.type],
  );
  const beside = useMemo<Beside | null>(() => {
    if (!list) return null;
    const fromList = (here.state as Partial<FromList> | null)?.list !== undefined;
    const leave = () =>
      void (fromList
        ? navigate(-2)
        : here.key === "default"
          ? navigate(paths.tabs, { replace: true })
          : navigate(-1));
    return { side: "list", at: createPath(list), open, leave };
  }, [list, open, here, navigate]);

  if (!list || !place) return <Outlet />;
  return (
    <div className="beside">
      <div role="none" className="beside-list" ref={pane} onKeyDown={moveInList}>
        <BesideContext value={beside}>
          <LocationContext value={place}>
            <Suspense fallback={<PageSkeleton />}>{lists[list.pathname]}</Suspense>
          </LocationContext>
        </BesideContext>
      </div>
      <div
        role="none"
        className="beside-detail"
        onKeyDown={(event) => returnTo(pane.current, event)}
      >
        {open === null ? (
          <main className="choose-one">
            <p className="ink2">{copy.choose[list.pathname]}</p>
          </main>
        ) : (
          <BesideContext value={DETAIL}>
            <Suspense fallback={<PageSkeleton />}>
              <Fragment key={has(here.pathname) ? createPath(here) : here.pathname}>
                <Outlet />
              </Fragment>
            </Suspense>
          </BesideContext>
        )}
      </div>
    </div>
  );
}

/** What the arrow keys go through. */
const ROWS = "a.row, button.row, a.row-link";

function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const at = event.target as HTMLElement;
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // A dialog of the list is drawn elsewhere, and a field has its own use for these keys.
  if (!event.currentTarget.contains(at) || at.closest("input, textarea, select")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(ROWS)];
  const now = rows.findIndex((row) => (row.closest("li") ?? row).contains(at));
  const next = now < 0 && step < 0 ? undefined : rows[now + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Escape, unless a field of the detail has a use for it. */
function returnTo(list: HTMLElement | null, event: KeyboardEvent<HTMLElement>): void {
  const at = event.target as HTMLElement;
  if (event.key !== "Escape" || event.defaultPrevented || !event.currentTarget.contains(at)) return;
  if (at.matches("[type=search], select, [aria-expanded=true]")) return;
  const first = (which: string) => list?.querySelector<HTMLElement>(which);
  (first("[aria-current]") ?? first(ROWS))?.focus();
}
const DETAIL: Beside = { side: "detail" };
