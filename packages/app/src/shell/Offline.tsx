import { lazy, Suspense } from "react";
import { useOnline } from "../ui/use-online.ts";

const load = () => import("./OfflineBanner.tsx");
const OfflineBanner = lazy(load);
// It can no longer be fetched once it is needed.
addEventListener("load", () => setTimeout(() => void load().catch(() => undefined), 3000));

/** The banner, while there is no network. */
export const Offline = () =>
  useOnline() ? null : (
    <Suspense fallback={null}>
      <OfflineBanner />
    </Suspense>
  );
