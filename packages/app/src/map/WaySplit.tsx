import { type ReactNode, Suspense } from "react";
import { lazyNamed } from "../ui/lazy-component.ts";
import type { WayShown } from "./way-content.ts";
import "./way-map.css";

const WayMap = lazyNamed(() => import("./WayMap.tsx"), "WayMap");

/**
 * A list with the map of its way: a strip between what is `above` and the list on a phone, beside both where there is
 * room. In the page's order the list comes first, because the map says nothing else. The child of a Screen.
 */
export function WaySplit({
  above,
  shown,
  onPick,
  children,
}: {
  above?: ReactNode;
  /** null: there is no way yet. */
  shown: WayShown | null;
  onPick?: (stationId: string) => void;
  children: ReactNode;
}) {
  return (
    <div className={`way-split${shown ? " has-map" : ""}`}>
      <div className="way-main">
        {above}
        <div className="way-list">{children}</div>
      </div>
      {shown ? (
        <Suspense fallback={<div className="way-map" />}>
          <WayMap shown={shown} {...(onPick ? { onPick } : {})} />
        </Suspense>
      ) : null}
    </div>
  );
}
