import { useCdrsBetween } from "../../api/queries/cdrs.ts";
import { aboutKwh } from "../../ui/format.ts";
import { usageCopy as copy } from "./copy.ts";
import { placesOf } from "./places-of.ts";

const mostPlaces = 6;

/** Where the energy came from, most first. Only when all bills of the time are in hand: a part would not be true. */
export function Places({ from, until }: { from: string; until: string }) {
  const bills = useCdrsBetween(from, until);
  if (!bills.data || bills.data.total_elements > bills.data.content.length) return null;
  const places = placesOf(bills.data.content).slice(0, mostPlaces);
  const most = places[0]?.kwh ?? 0;
  if (most === 0) return null;
  return (
    <section className="places num">
      <div className="section">
        <h2>{copy.where}</h2>
      </div>
      <ul>
        {places.map((place) => (
          <li key={place.name}>
            <p>
              <span className="one">{place.name}</span> <b>{aboutKwh(place.kwh)}</b>
            </p>
            <p>
              <span className="share" aria-hidden="true">
                <i style={{ width: `${(place.kwh / most) * 100}%` }} />
              </span>{" "}
              <span className="cap ink3">{copy.charges(place.charges)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
