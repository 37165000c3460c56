import { Suspense, useEffect } from "react";
import { useNavigate } from "react-router";
import { useUser } from "../api/account/account.ts";
import { paths } from "../paths.ts";
import { lazyNamed } from "../ui/lazy-component.ts";
import { letterOf, placeOf, SEARCH_FIELDS, useShortcuts } from "./shortcut-keys.ts";

const ShortcutsDialog = lazyNamed(() => import("./ShortcutsDialog.tsx"), "ShortcutsDialog");

/** How long the letter after a "g" may take, ms. */
const PATIENCE_MS = 1500;
/** How long a search field may take to be there on a screen that has one, ms. */
const LOADING_MS = 3000;

/** Keys that lead to screens and to the search, where the driver has not switched them off. */
export function Shortcuts() {
  const navigate = useNavigate();
  const { on, help } = useShortcuts();
  const corporate = useUser().customer_type === "CORPORATE";
  useEffect(() => {
    if (!on) return;
    let went = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (isElsewhere(event)) return;
      const letter = letterOf(event);
      const place = event.timeStamp - went < PATIENCE_MS ? placeOf(letter, corporate) : undefined;
      went = letter === "g" ? event.timeStamp : -Infinity;
      if (place) void navigate(place.path);
      else if (event.key === "?") useShortcuts.setState({ help: true });
      else if (event.key === "/") {
        if (!focusSearch()) {
          void navigate(paths.map);
          whenThere(focusSearch);
        }
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [on, corporate, navigate]);
  return help ? (
    <Suspense fallback={null}>
      <ShortcutsDialog
        corporate={corporate}
        onClose={() => useShortcuts.setState({ help: false })}
      />
    </Suspense>
  ) : null;
}

/** The key is not for us: the driver types in a field, a dialog is open, or it is a shortcut of the browser. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target as HTMLElement).closest("input, textarea, select, [contenteditable]") !== null ||
  document.querySelector("[role=dialog], dialog[open]") !== null;

function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(SEARCH_FIELDS)].find(
    (each) => !each.closest("[inert]") && each.checkVisibility(),
  );
  field?.focus();
  return field !== undefined && document.activeElement === field;
}

/** Tries after every change of the page until it succeeds, somebody presses something, or it has taken too long. */
function whenThere(attempt: () => boolean): void {
  const watch = new MutationObserver(() => attempt() && stop());
  const timer = setTimeout(() => stop(), LOADING_MS);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const act of ["keydown", "pointerdown"]) removeEventListener(act, stop);
  };
  for (const act of ["keydown", "pointerdown"]) addEventListener(act, stop);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
}
