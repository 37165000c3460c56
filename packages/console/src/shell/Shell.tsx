import { List as MenuIcon } from "@phosphor-icons/react/dist/csr/List";
import { MagnifyingGlass } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { UserCircle } from "@phosphor-icons/react/dist/csr/UserCircle";
import { lazy, Suspense, useEffect, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { useMay, useMember } from "../api/member.ts";
import { providerName } from "../ui/provider-name.ts";
import { Mark } from "./Mark.tsx";
import { Pages } from "./Pages.tsx";
import { places } from "./places.ts";
import { useKeys } from "./use-keys.ts";

const Search = lazy(() => import("./Search.tsx").then(({ Search: of }) => ({ default: of })));
const Guide = lazy(() => import("./Guide.tsx").then(({ Guide: of }) => ({ default: of })));
const You = lazy(() => import("./You.tsx").then(({ You: of }) => ({ default: of })));

/** The frame of every page: menu, search, who is signed in. */
export function Shell() {
  const [open, setOpen] = useState<"menu" | "search" | "guide" | "you">();
  const { name, role } = useMember();
  const { pathname } = useLocation();
  const close = () => setOpen(undefined);
  useKeys({ search: () => setOpen("search"), guide: () => setOpen("guide") });
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    setOpen(undefined);
  }
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <header className="top">
        <button
          type="button"
          className="icon-btn menu-btn"
          aria-expanded={open === "menu"}
          aria-label="Menu"
          onClick={() => setOpen(open === "menu" ? undefined : "menu")}
        >
          <MenuIcon size={24} aria-hidden="true" />
        </button>
        <Link to="/" className="brand" aria-label={`${providerName} console, overview`}>
          <Mark />
          <span>{providerName}</span>
        </Link>
        <button type="button" className="search-btn" onClick={() => setOpen("search")}>
          <MagnifyingGlass size={20} aria-hidden="true" />
          <span>Search</span>
          <kbd>/</kbd>
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={`${name}, ${role}`}
          onClick={() => setOpen("you")}
        >
          <UserCircle size={26} aria-hidden="true" />
        </button>
      </header>
      <Menu open={open === "menu"} />
      <Pages key={pathname} />
      <Suspense>
        {open === "search" ? <Search onClose={close} /> : null}
        {open === "guide" ? <Guide onClose={close} /> : null}
        {open === "you" ? <You onKeys={() => setOpen("guide")} onClose={close} /> : null}
      </Suspense>
      <Offline />
    </div>
  );
}

function Menu({ open }: { open: boolean }) {
  const may = useMay();
  const { role } = useMember();
  return (
    <nav className={open ? "menu is-open" : "menu"} aria-label="Pages of the console">
      {places.map(({ label, places: group }) => {
        const shown = group.filter(({ needs }) => may(needs));
        return shown.length === 0 ? null : (
          <div key={label}>
            <p className="menu-head">{label}</p>
            <ul>
              {shown.map(({ to, label: name }) => (
                <li key={to}>
                  <NavLink to={to} end={to === "/"}>
                    {name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <p className="menu-foot quiet">Your role: {role}</p>
    </nav>
  );
}

function Offline() {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine);
    addEventListener("online", changed);
    addEventListener("offline", changed);
    return () => {
      removeEventListener("online", changed);
      removeEventListener("offline", changed);
    };
  }, []);
  return online ? null : (
    <output className="offline">You are offline. What is shown may be old.</output>
  );
}
