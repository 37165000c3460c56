import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { useMemo } from "react";
import { language } from "../language/current-language.ts";
import { Link } from "../ui/router.tsx";
import { findCities } from "./city-places.ts";
import { placesCopy as copy } from "./copy.ts";
import { readLink } from "./link-place.ts";
import type { Place } from "./place.ts";
import { wayTo } from "./way-path.ts";

const LEAST_LETTERS = 3;

/** What is searched for is a place: the stations on the way to it. */
export function WayOffer({ text, place }: { text: string; place: Place | null }) {
  const found = useMemo(() => place ?? placeIn(text), [text, place]);
  if (!found?.name) return null;
  return (
    <Link className="row way-offer" to={wayTo(found)}>
      <MapPin size={24} aria-hidden="true" />
      <span className="body title--m">{copy.onTheWayTo(found.name)}</span>
      <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
    </Link>
  );
}

function placeIn(text: string): Place | null {
  const link = readLink(text);
  if (link) return link.ok ? { name: copy.fromLink, ...link.place } : null;
  if (text.trim().length < LEAST_LETTERS) return null;
  return findCities(text, language())[0]?.place ?? null;
}
