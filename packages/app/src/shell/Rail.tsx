import { ChartBar } from "@phosphor-icons/react/dist/csr/ChartBar";
import { ClockCounterClockwise } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { Heart } from "@phosphor-icons/react/dist/csr/Heart";
import { Keyboard } from "@phosphor-icons/react/dist/csr/Keyboard";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import { Link } from "../ui/router.tsx";
import { useUser } from "../api/account/account.ts";
import { paths } from "../paths.ts";
import { IconButton } from "../ui/Button.tsx";
import { Drawing } from "../ui/Drawing.tsx";
import { mark } from "../ui/drawings/mark.ts";
import { MenuButton } from "../ui/MenuButton.tsx";
import { shellCopy } from "./copy.ts";
import { shortcutCopy } from "./shortcut-copy.ts";
import { useShortcuts } from "./shortcut-keys.ts";

type Item = { path: string; label: string; Icon: typeof Heart; session?: boolean };

const items = (): Item[] => [
  { path: paths.map, label: shellCopy.map, Icon: MapTrifold },
  { path: paths.favourites, label: shellCopy.favourites, Icon: Heart },
  { path: "/charging-", label: shellCopy.session, Icon: Lightning, session: true },
  { path: paths.wallet, label: shellCopy.wallet, Icon: Wallet },
  { path: paths.myUsage, label: shellCopy.usage, Icon: ChartBar },
  { path: paths.history, label: shellCopy.history, Icon: ClockCounterClockwise },
];
const sessionScreens = ["/charging-started", "/charging-proceed", "/charging-ongoing-list"];

/** Navigation beside the map from 1024 px up. */
export function Rail({
  pathname,
  charging,
  onSession,
}: {
  pathname: string;
  charging: boolean;
  onSession: () => Promise<void>;
}) {
  const corporate = useUser().customer_type === "CORPORATE";
  const isHere = (item: Item) =>
    item.session
      ? sessionScreens.includes(pathname)
      : item.path === pathname ||
        (item.path === paths.map && pathname.startsWith("/charging-details/"));
  return (
    <nav className="rail" aria-label={shellCopy.mainNavigation}>
      <Link className="logo" to={paths.map} aria-label={shellCopy.home}>
        <Drawing svg={mark(34)} />
      </Link>
      {items()
        .filter((item) => !(corporate && item.path === paths.wallet))
        .map((item) => {
          const here = isHere(item);
          const inside = (
            <>
              <item.Icon size={26} weight={here ? "fill" : "regular"} aria-hidden="true" />
              {item.label}
              {item.session && charging ? (
                <span className="badge">
                  <span className="sr-only">, {shellCopy.charging}</span>
                </span>
              ) : null}
            </>
          );
          const current = here ? ("page" as const) : undefined;
          return item.session ? (
            <button
              key={item.label}
              type="button"
              className="rail-item"
              aria-current={current}
              onClick={() => void onSession()}
            >
              {inside}
            </button>
          ) : (
            <Link key={item.label} className="rail-item" to={item.path} aria-current={current}>
              {inside}
            </Link>
          );
        })}
      <span className="grow" />
      <IconButton
        className="rail-keys"
        label={shortcutCopy.title}
        aria-haspopup="dialog"
        onClick={() => useShortcuts.setState({ help: true })}
      >
        <Keyboard size={24} aria-hidden="true" />
      </IconButton>
      <MenuButton />
    </nav>
  );
}
