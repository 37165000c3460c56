import { Heart } from "@phosphor-icons/react/dist/csr/Heart";
import { MapTrifold } from "@phosphor-icons/react/dist/csr/MapTrifold";
import { QrCode } from "@phosphor-icons/react/dist/csr/QrCode";
import { Link } from "../ui/router.tsx";
import { paths } from "../paths.ts";
import { shellCopy } from "./copy.ts";

const tabs = () => [
  { path: paths.map, label: shellCopy.map, Icon: MapTrifold },
  { path: paths.scan, label: shellCopy.scan, Icon: QrCode },
  { path: paths.favourites, label: shellCopy.favourites, Icon: Heart },
];

export const TabBar = ({ current, charging }: { current: string; charging: boolean }) => (
  <nav className="tabbar" aria-label={shellCopy.mainNavigation}>
    {tabs().map(({ path, label, Icon }) => {
      const here = path === current;
      return (
        <Link
          key={path}
          to={path}
          className={here ? "is-on" : undefined}
          aria-current={here ? "page" : undefined}
        >
          <Icon size={26} weight={here ? "fill" : "regular"} aria-hidden="true" />
          {label}
          {path === paths.map && charging ? (
            <span className="badge">
              <span className="sr-only">, {shellCopy.charging}</span>
            </span>
          ) : null}
        </Link>
      );
    })}
  </nav>
);
