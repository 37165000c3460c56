import { CaretRight } from "@phosphor-icons/react/dist/csr/CaretRight";
import { MapPin } from "@phosphor-icons/react/dist/csr/MapPin";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import { useMemo } from "react";
import { language } from "../language/current-language.ts";
import { Link } from "../ui/router.tsx";
import { findCities } from "./city-places.ts";
import { placesCopy as copy } from "./copy.ts";
import { type Place, placeTitle, spotOf } from "./place.ts";
import type { PlaceProblem } from "./read-place.ts";
import { wayTo } from "./way-path.ts";

const LEAST_LETTERS = 3;

/** What is searched for is a place: the stations on the way to it, or why nobody can go there. */
export function SearchedPlace({
  text,
  place,
  problem,
}: {
  text: string;
  place: Place | null;
  problem: PlaceProblem | null;
}) {
  const found = useMemo(() => place ?? cityIn(text), [text, place]);
  if (problem)
    return (
      <p className="help err search-problem" role="alert">
        <WarningCircle size={18} weight="bold" aria-hidden="true" />
        {copy.problems[problem]}
      </p>
    );
  if (!found) return null;
  const { name, ...spot } = found;
  return (
    <Link className="row way-offer" to={wayTo(name === spotOf(spot) ? spot : found)}>
      <MapPin size={24} aria-hidden="true" />
      <span className="body title--m">{copy.onTheWayTo(placeTitle(found))}</span>
      <CaretRight className="mirrored" size={20} weight="bold" aria-hidden="true" />
    </Link>
  );
}

const cityIn = (text: string): Place | null =>
  text.trim().length < LEAST_LETTERS ? null : (findCities(text, language())[0]?.place ?? null);
