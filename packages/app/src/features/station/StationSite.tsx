import type { Location } from "@voltmarg/contract";
import { useState } from "react";
import { facilityWords } from "./facility-text.ts";
import { stationCopy as copy } from "./copy.ts";

type Site = NonNullable<Location["site"]>;

/** A picture of the operator's; one that does not load is not there. */
export function SitePhoto({
  src,
  alt,
  className,
  first = false,
  onGone,
}: {
  src: string;
  alt: string;
  className?: string;
  /** It is the largest thing on the screen. */
  first?: boolean;
  onGone: () => void;
}) {
  return (
    <img
      src={src}
      alt={alt}
      className={className}
      decoding="async"
      fetchPriority={first ? "high" : "low"}
      onError={onGone}
    />
  );
}

/** What scrolls needs the focus before keys can scroll it. */
const scrollsByKeys = { tabIndex: 0 };

/** The pictures that are there, in a row that the keyboard can scroll. */
export function SitePhotos({ name, images }: { name: string; images: readonly string[] }) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const shown = images.filter((src) => !gone.includes(src));
  if (shown.length === 0) return null;
  return (
    <section className="photos" aria-label={copy.photos} {...scrollsByKeys}>
      {shown.map((src, i) => (
        <SitePhoto
          key={src}
          src={src}
          alt={copy.photo(i + 1, name)}
          onGone={() => setGone((before) => [...before, src])}
        />
      ))}
    </section>
  );
}

/** What is there besides plugs, how to find them, and who runs it. */
export function StationSite({ location }: { location: Location }) {
  const { site, operator } = location;
  const facilities = facilityWords(site?.facilities ?? []);
  return (
    <>
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
        <Contacts phone={operator.phone} website={site?.website ?? null} />
      </section>
    </>
  );
}

function Logo({ url }: { url: Site["logo_url"] }) {
  const [gone, setGone] = useState(false);
  // The name stands beside it: to a screen reader the logo says nothing new.
  return url && !gone ? (
    <SitePhoto className="site-logo" src={url} alt="" onGone={() => setGone(true)} />
  ) : null;
}

function Contacts({ phone, website }: { phone: string | null; website: string | null }) {
  if (!phone && !website) return null;
  return (
    <p className="site-contacts">
      {phone ? (
        <a className="link num" href={`tel:${phone.replaceAll(" ", "")}`}>
          {phone}
        </a>
      ) : null}
      {website ? (
        <a className="link" href={website} target="_blank" rel="noopener noreferrer">
          {copy.website}
        </a>
      ) : null}
    </p>
  );
}
