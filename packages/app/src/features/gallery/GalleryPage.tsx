import { Suspense } from "react";
import { Navigate } from "react-router";
import { useConfig } from "../../api/queries/config.ts";
import { paths } from "../../paths.ts";
import { lazyNamed } from "../../ui/lazy-component.ts";

const Gallery = lazyNamed(() => import("./Gallery.tsx"), "Gallery");

/** The parts of the interface in all their states. Where the service says that it is PROD there is no such page. */
export default function GalleryPage() {
  const config = useConfig();
  if (config.data?.environment === "PROD" || config.isError)
    return <Navigate to={paths.tabs} replace />;
  return config.data ? (
    <Suspense fallback={null}>
      <Gallery />
    </Suspense>
  ) : null;
}
