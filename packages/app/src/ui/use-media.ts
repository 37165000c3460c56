import { useSyncExternalStore } from "react";

/** Follows a media query. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Room for a list beside the map. */
export const useWide = (): boolean => useMedia("(min-width: 600px)");
/** Room for a list and what is chosen of it. */
export const useRoomForTwo = (): boolean => useMedia("(min-width: 820px)");
/** Room for rail, list and map. */
export const useDesktop = (): boolean => useMedia("(min-width: 1024px)");
