import type { Location } from "@voltmarg/contract";
import { useState } from "react";
import { facilityWords } from "./facility-text.ts";
import { siteCopy as copy } from "./site-copy.ts";
import { SitePhoto } from "./SitePhotos.tsx";
import { StationParking } from "./StationParking.tsx";
import { StationPhones } from "./StationPhones.tsx";

type Site = NonNullable<Location["site"]>;

/** What is there besides plugs, where to park, how to find them, and who runs it. */
export function StationSite({ location }: { location: Location }) {
  const { site, operator } = location;
  const facilities = facilityWords(site?.facilities ?? []);
  return (
    <div className="pad">
      {facilities.length > 0 ? (
        <section className="site-part" aria-labelledby="station-site">
          <h2 id="station-site" className="t3">
            {copy.facilities}
          </h2>
          <ul className="site-facilities">
            {facilities.map((words) => (
              <li key={words} className="tag">
                {words}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <StationParking location={location} />
      {site?.directions ? (
        <section className="site-part" aria-labelledby="station-way">
          <h2 id="station-way" className="t3">
            {copy.way}
          </h2>
          <p className="sub ink2" dir="auto">
            {site.directions}
          </p>
        </section>
      ) : null}
      <section className="site-part" aria-labelledby="station-operator">
        <h2 id="station-operator" className="t3">
          {copy.operator}
        </h2>
        <div className="site-operator">
          <Logo key={site?.logo_url} url={site?.logo_url ?? null} />
          <p className="sub ink2">{operator.name}</p>
        </div>
        <StationPhones location={location} />
        {site?.website ? (
          <p>
            <a className="link" href={site.website} target="_blank" rel="noopener noreferrer">
              {copy.website}
            </a>
          </p>
        ) : null}
      </section>
    </div>
  );
}

function Logo({ url }: { url: Site["logo_url"] }) {
  const [gone, setGone] = useState(false);
  // The name stands beside it: to a screen reader the logo says nothing new.
  return url && !gone ? (
    <SitePhoto className="site-logo" src={url} alt="" onGone={() => setGone(true)} />
  ) : null;
}
