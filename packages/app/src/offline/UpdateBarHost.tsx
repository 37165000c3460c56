import { lazy, Suspense } from "react";
import { useUpdateBar } from "./update-bar-store.ts";

const UpdateBar = lazy(() =>
  import("./UpdateBar.tsx").then(
    (file) => ({ default: file.UpdateBar }),
    // A failure here must not block the app.
    () => ({ default: () => null }),
  ),
);

/** The bar, when there is something to offer. */
export function UpdateBarHost() {
  const { waiting, offer } = useUpdateBar();
  return waiting || offer ? (
    <Suspense fallback={null}>
      <UpdateBar />
    </Suspense>
  ) : null;
}
