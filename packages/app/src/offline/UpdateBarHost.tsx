import { Suspense } from "react";
import { useUpdateBar } from "./update-bar-store.ts";
import { lazyOptional } from "../ui/lazy-component.ts";

const UpdateBar = lazyOptional(() => import("./UpdateBar.tsx"), "UpdateBar");

/** The bar, when there is something to offer. */
export function UpdateBarHost() {
  const { waiting, offer } = useUpdateBar();
  return waiting || offer ? (
    <Suspense fallback={null}>
      <UpdateBar />
    </Suspense>
  ) : null;
}
