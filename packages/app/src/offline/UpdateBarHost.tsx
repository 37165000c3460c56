import { lazy, Suspense } from "react";
import { usePocketBar } from "./update-bar-store.ts";

const PocketBar = lazy(() =>
  import("./UpdateBar.tsx").then(
    (file) => ({ default: file.PocketBar }),
    // It may not stand in anybody's way.
    () => ({ default: () => null }),
  ),
);

/** The bar, once there is something to say. */
export function PocketHost() {
  const { waiting, offer } = usePocketBar();
  return waiting || offer ? (
    <Suspense fallback={null}>
      <PocketBar />
    </Suspense>
  ) : null;
}
