import { create } from "zustand";
import { readShortcuts, writeShortcuts } from "../native/storage.ts";
import { paths } from "../paths.ts";
import { shortcutCopy as copy } from "./shortcut-copy.ts";

export const useShortcuts = create(() => ({ on: readShortcuts(), help: false }));

/** A driver can do without them: a voice or a shaking hand may press them by mistake (WCAG 2.1.4). */
export function switchShortcuts(on: boolean): void {
  writeShortcuts(on);
  useShortcuts.setState({ on });
}

export const SEARCH_FIELDS = "input[type=search], input[role=combobox]";

type Place = { letter: string; path: string; name: () => string };

const places: readonly Place[] = [
  { letter: "h", path: paths.map, name: () => copy.map },
  { letter: "f", path: paths.favourites, name: () => copy.favourites },
  { letter: "w", path: paths.wallet, name: () => copy.wallet },
  { letter: "u", path: paths.myUsage, name: () => copy.usage },
  { letter: "c", path: paths.history, name: () => copy.history },
  { letter: "v", path: paths.myVehicle, name: () => copy.vehicle },
  { letter: "n", path: paths.notifications, name: () => copy.notifications },
  { letter: "s", path: paths.support, name: () => copy.support },
];

/** Where a "g" and a letter lead; who drives for a company has no wallet. */
export const placesFor = (corporate: boolean): readonly Place[] =>
  places.filter(({ path }) => !(corporate && path === paths.wallet));

export const placeOf = (letter: string | undefined, corporate: boolean) =>
  placesFor(corporate).find((place) => place.letter === letter);

/** The Latin letter pressed; on a keyboard of another script the one in the same place. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, "key" | "code">) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
