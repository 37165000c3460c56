import type { Location, Vehicle } from "@voltmarg/contract";
import { priceCopy } from "../../prices/copy.ts";
import { headline } from "../../prices/lead-price.ts";
import { inr } from "../../ui/format.ts";
import { copy } from "../../locations/copy.ts";
import type { Plug } from "../../locations/plugs.ts";
import { distanceWords, hoursLine, kmFrom } from "../../locations/location-text.ts";
import type { Place } from "../../map/camera.ts";

/** How far, when, and what staying on costs at a plug. */
export function StationFacts({
  location,
  plug,
  vehicle,
  me,
  now,
}: {
  location: Location;
  /** The chosen one, or the best while none is chosen. */
  plug: Plug | null;
  vehicle: Vehicle | undefined;
  me: Place | null;
  now: number;
}) {
  const far = distanceWords(kmFrom(location, me));
  const hours = hoursLine(location, new Date(now));
  const price = plug && headline(plug.connector, vehicle, location.time_zone, new Date(now));
  const overstay = price?.parkingPerMinuteMinor;
  return (
    <dl className="facts num">
      <Fact head={far ?? "–"} detail={far ? copy.byLine : copy.distanceUnknown} />
      <Fact head={hours.head} detail={hours.detail} />
      <Fact
        head={
          price === null
            ? "–"
            : overstay
              ? priceCopy.short.perMinuteMinor(inr(Number(overstay)))
              : copy.noOverstay
        }
        detail={copy.overstay}
      />
    </dl>
  );
}

const Fact = ({ head, detail }: { head: string; detail: string }) => (
  <div>
    <dt>{detail}</dt>
    <dd>{head}</dd>
  </div>
);
