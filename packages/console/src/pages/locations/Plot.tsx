import type { ConsoleLocation } from "@voltmarg/contract";
import { cities } from "@voltmarg/app/map/cities";
import { COAST } from "@voltmarg/app/map/coast-lines";
import { Link, useSearchParams } from "react-router";
import { factsOf } from "../../api/operations.ts";
import { useOperation } from "../../api/query-client.ts";
import { count } from "../../ui/format.ts";
import "../../styles/locations.css";
import { frameOf, type Frame } from "./frame.ts";

/** The coast in degrees: longitude and latitude by turns. */
const LINES = COAST.split(",").map((line) =>
  line.split(" ").map((hundredths) => Number(hundredths) / 100),
);

/**
 * Where the stations of the list below are: the coast, large cities, a dot each. Drawn without tiles, so that nobody
 * else is asked for them. The list says the same to who does not see it.
 */
export default function Plot({ given }: { given: Record<string, string> }) {
  const [search] = useSearchParams();
  const asked = (factsOf("listLocations").query ?? []).flatMap(({ name }) => {
    const value = given[name] ?? search.get(name);
    return value ? [[name, value]] : [];
  });
  // The same question as the list's, so that one call answers both.
  const input = { params: undefined, query: Object.fromEntries(asked) as object };
  const { data } = useOperation("listLocations", input as never);
  if (!data || data.content.length === 0) return null;
  return <Drawn places={data.content} />;
}

function Drawn({ places }: { places: readonly ConsoleLocation[] }) {
  const frame = frameOf(places);
  const { width, height } = frame;
  return (
    <figure className="plot">
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {LINES.map((line, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- the coast does not change
          <polyline key={nth} className="plot-coast" points={pointsOf(line, frame)} />
        ))}
        {cities
          .map(([name, , lat, lon, rank]) => ({ name, rank, at: frame.at(lat, lon) }))
          .filter(({ rank, at }) => rank <= frame.cities && frame.holds(at))
          .map(({ name, at }) => (
            <text key={name} x={at.x} y={at.y} className="plot-city">
              {name}
            </text>
          ))}
        {places.map((place) => {
          const { x, y } = frame.at(place.latitude, place.longitude);
          return (
            <Link key={place.id} to={`/locations/${place.id}`} tabIndex={-1}>
              <circle cx={x} cy={y} r="6" className={`plot-dot plot-dot--${stateOf(place)}`}>
                <title>{place.name}</title>
              </circle>
            </Link>
          );
        })}
      </svg>
      <figcaption className="plot-words">
        <span>{count(places.length)} on this page of the list, to which the filters hold:</span>
        {Object.entries(WORDS).map(([state, words]) => (
          <span key={state} className={`plot-key plot-key--${state}`}>
            {words}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const WORDS = {
  free: "a charger is free",
  used: "none is free",
  down: "out of order or not known",
  hidden: "hidden",
};

function stateOf({ hidden, evses }: ConsoleLocation): keyof typeof WORDS {
  if (hidden) return "hidden";
  if (evses.free > 0) return "free";
  return evses.used > 0 ? "used" : "down";
}

const pointsOf = (line: readonly number[], frame: Frame) =>
  line
    .flatMap((lon, i) => {
      if (i % 2) return [];
      const { x, y } = frame.at(line[i + 1]!, lon);
      return [`${x.toFixed(1)},${y.toFixed(1)}`];
    })
    .join(" ");
