import type { Location } from "@voltmarg/contract";
import { TrafficSign } from "@phosphor-icons/react/dist/csr/TrafficSign";
import { copy } from "./copy.ts";

/** Opens the driver's own navigation, or a map site in the browser. */
export function DirectionsLink({ location }: { location: Location }) {
  const { latitude, longitude } = location.coordinates;
  return (
    <a
      className="btn btn--secondary btn--square"
      aria-label={copy.directions}
      href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      <TrafficSign size={26} aria-hidden="true" />
    </a>
  );
}
