import { useState } from "react";
import { stationCopy as copy } from "./copy.ts";

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
