import { useCallback, useState } from "react";

const FIRST_ROWS = 24;

/**
 * How many rows are there: some at first, and more whenever the end of the list comes near. The mark at the end needs a
 * height: without one it can lie a part of a pixel below what is seen.
 */
export function useGrowing(length: number) {
  const [shown, setShown] = useState(FIRST_ROWS);
  const end = useCallback(
    (mark: HTMLElement | null) => {
      if (!mark) return undefined;
      const watch = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            setShown((before) => Math.min(length, before + FIRST_ROWS));
        },
        // The margin of what scrolls; of the window, where a browser does not know the other.
        { rootMargin: "900px", scrollMargin: "900px" },
      );
      watch.observe(mark);
      return () => watch.disconnect();
    },
    [length],
  );
  return [shown, end] as const;
}
