import { SlidersHorizontal } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import type { Vehicle } from "@voltmarg/contract";
import { Chip } from "../ui/Choice.tsx";
import { Link } from "../ui/router.tsx";
import { copy } from "./copy.ts";
import { countOf, type Filter } from "./filter.ts";
import { setFilter, useView } from "./view.ts";

/** The driver's filter: its screen, and the conditions used most. It is the same wherever stations are listed. */
export function FilterChips({
  vehicle,
  wide,
  to,
}: {
  vehicle: Vehicle | undefined;
  wide: boolean;
  /** The screen with all conditions. */
  to: string;
}) {
  const filter = useView((view) => view.filter);
  const toggle = (name: "fits" | "freeNow" | "openNow") =>
    setFilter({ ...filter, [name]: !filter[name] });
  const inside = countOf(filter) - (wide && filter.openNow ? 1 : 0);
  return (
    <fieldset className="chips">
      <legend className="sr-only">{copy.filters}</legend>
      <Link className={`chip${inside > 0 ? " is-on" : ""}`} to={to}>
        <SlidersHorizontal size={20} aria-hidden="true" />
        {copy.filters}
        {inside > 0 ? (
          <>
            <b className="num" aria-hidden="true">
              {inside}
            </b>
            <span className="sr-only">{copy.filtersOn(inside)}</span>
          </>
        ) : null}
      </Link>
      {vehicle ? (
        <Chip on={filter.fits} onClick={() => toggle("fits")}>
          {copy.fits(vehicle.model)}
        </Chip>
      ) : null}
      <Chip on={filter.freeNow} onClick={() => toggle("freeNow")}>
        {copy.freeNow}
      </Chip>
      <Chip on={filter.fast} onClick={() => setFilter(withFast(filter))}>
        {copy.fast}
      </Chip>
      {wide || filter.openNow ? (
        <Chip on={filter.openNow} onClick={() => toggle("openNow")}>
          {copy.openNow}
        </Chip>
      ) : null}
    </fieldset>
  );
}

const withFast = (filter: Filter): Filter => ({ ...filter, fast: !filter.fast, powers: [] });
