import { lazy, Suspense } from "react";
import { useUpdateBar } from "./update-bar-store.ts";

const UpdateBar = lazy(() =>
  import("./UpdateBar.tsx").then(
    (file) => ({ default: file.UpdateBar }),
    // It may not stand in anybody's way.
    () => ({ default: () => null }),
  ),
);

/** The bar, once there is something to say. */
export function UpdateBarHost() {
  const { waiting, offer } = useUpdateBar();
  return waiting || offer ? (
    <Suspense fallback={null}>
      <UpdateBar />
    </Suspense>
  ) : null;
}
