// The parts of react-router's DOM layer that the app uses. Its own come with forms, fetchers and prefetching: 4 kB of
// the first load that no screen needs, and that no build option takes out safely.
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import {
  createPath,
  type NavigateOptions,
  Router,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from "react-router";
import { BesideContext, type FromList } from "./beside.ts";

export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [first] = useState({ action: history.action, location: history.location });
  const [now, setNow] = useState(first);
  useLayoutEffect(() => {
    const follow = ({ action, location }: Pick<typeof history, "action" | "location">) =>
      startTransition(() => setNow({ action, location }));
    const stop = history.listen(follow);
    // The first screen is drawn in slices, and the address may have changed between two of them.
    if (createPath(history.location) !== createPath(first.location)) follow(history);
    return stop;
  }, [history, first]);
  return (
    <Router location={now.location} navigationType={now.action} navigator={history}>
      {children}
    </Router>
  );
}

export type LinkProps = Omit<ComponentProps<"a">, "href"> &
  Pick<NavigateOptions, "replace" | "state"> & { to: string };

/** A link to a screen of the app. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const there = createPath(useResolvedPath(to));
  const beside = use(BesideContext);
  const list = beside?.side === "list" ? beside : null;
  const row = rest.id ?? there;
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isPlain = !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
    if (event.defaultPrevented || event.button !== 0 || !isPlain) return;
    event.preventDefault();
    // A link to the page one is on adds no entry to the history, as in a browser.
    void navigate(to, {
      // One step back closes what is open beside a list, however many of it were opened.
      replace: replace ?? (here === there || (list !== null && list.open !== null)),
      state: list ? ({ list: list.at, row } satisfies FromList) : (state as unknown),
    });
  }
  const href = useHref(to);
  return (
    <a
      {...(list?.open === row ? { "aria-current": true } : {})}
      {...rest}
      href={href}
      onClick={follow}
    >
      {children}
    </a>
  );
}

type Init = ConstructorParameters<typeof URLSearchParams>[0];
type SetQuery = (
  next: Init | ((before: URLSearchParams) => Init),
  options?: NavigateOptions,
) => void;

/** The query of the address, and how to go to the same page with another one. */
export function useSearchParams(): [URLSearchParams, SetQuery] {
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback<SetQuery>(
    (next, options) => {
      const init = typeof next === "function" ? next(new URLSearchParams(query)) : next;
      void navigate(`?${new URLSearchParams(init)}`, options);
    },
    [navigate, query],
  );
  return [query, change];
}
