import type { ReactNode } from "react";
import type { WayShown } from "./way-content.ts";
import { WayMap } from "./WayMap.tsx";
import "./way-map.css";

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
      {shown ? <WayMap shown={shown} {...(onPick ? { onPick } : {})} /> : null}
    </div>
  );
}
