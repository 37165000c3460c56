import type { Location } from "@voltmarg/contract";
import { TrafficSign } from "@phosphor-icons/react/dist/csr/TrafficSign";
import { copy } from "./copy.ts";
import { directionsTo, leavesBrowser } from "./directions.ts";

/** Opens the driver's own navigation, or a map site in the browser. `wide`: it is what to do next. */
export function DirectionsLink({ location, wide }: { location: Location; wide?: boolean }) {
  const href = directionsTo(location, navigator.userAgent);
  return (
    <a
      className={wide ? "btn btn--primary" : "btn btn--secondary btn--square"}
      aria-label={wide ? undefined : copy.directions}
      href={href}
      // An empty tab would stay behind the app that takes over.
      {...(leavesBrowser(href) ? {} : { target: "_blank", rel: "noopener noreferrer" })}
    >
      <TrafficSign size={26} aria-hidden="true" />
      {wide ? copy.directions : null}
    </a>
  );
}
