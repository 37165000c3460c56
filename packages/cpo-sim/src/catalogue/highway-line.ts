import { cities, type City } from "./cities.ts";
import { type Highway, highways } from "./highways.ts";

type Place = { latitude: number; longitude: number };

/** Between two points of a road, and the length of one of its bends. */
const PIECE_KM = 3;
const BEND_KM = 24;
const EARTH_KM = 6371.0088;
const RADIANS = Math.PI / 180;
const KM_NORTH = 1 / 110.57;
const kmEast = (latitude: number) => 1 / (111.32 * Math.cos(latitude * RADIANS));

const byName = new Map(cities.map((city) => [city.name, city]));
const cityNamed = (name: string): City => {
  const city = byName.get(name);
  if (!city) throw new Error(`there is no city ${name}`);
  return city;
};

/** The points of a road between its cities: a line that swings to both sides as far as its length asks for. */
export function highwayLine({ from, to, km }: Pick<Highway, "from" | "to" | "km">): Place[] {
  const [a, b] = [cityNamed(from), cityNamed(to)];
  const pieces = Math.max(2, Math.round(km / PIECE_KM));
  const waves = Math.max(1, Math.round(distanceKm(a, b) / BEND_KM));
  const north = (b.latitude - a.latitude) / KM_NORTH;
  const east = (b.longitude - a.longitude) / kmEast(a.latitude);
  const along = Math.hypot(north, east);
  const drawn = (swing: number) =>
    Array.from({ length: pieces - 1 }, (_, nth): Place => {
      const share = (nth + 1) / pieces;
      const off = swing * Math.sin(2 * Math.PI * waves * share);
      return {
        latitude: a.latitude + (b.latitude - a.latitude) * share + (off * east * KM_NORTH) / along,
        longitude:
          a.longitude +
          (b.longitude - a.longitude) * share -
          (off * north * kmEast(a.latitude)) / along,
      };
    });
  const lengthOf = (line: readonly Place[]) => {
    let [sum, last]: [number, Place] = [0, a];
    for (const point of [...line, b]) {
      sum += distanceKm(last, point);
      last = point;
    }
    return sum;
  };
  let [low, high] = [0, km];
  for (let tries = 0; tries < 40; tries += 1) {
    const middle = (low + high) / 2;
    if (lengthOf(drawn(middle)) < km) low = middle;
    else high = middle;
  }
  return drawn(low);
}

function distanceKm(a: Place, b: Place): number {
  const h =
    Math.sin(((b.latitude - a.latitude) / 2) * RADIANS) ** 2 +
    Math.cos(a.latitude * RADIANS) *
      Math.cos(b.latitude * RADIANS) *
      Math.sin(((b.longitude - a.longitude) / 2) * RADIANS) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Shorter ones are streets between towns that have stations. */
const LEAST_KM = 60;
const long = highways.filter(({ km }) => km >= LEAST_KM);
const allKm = long.reduce((sum, { km }) => sum + km, 0);

/** A place at a share of all roads between the cities, and the city it is nearer to. */
export function wayside(share: number): Place & { city: City } {
  let km = share * allKm;
  const highway = long.find((each) => (km -= each.km) < 0) ?? long[0]!;
  const along = (km + highway.km) / highway.km;
  const line = highwayLine(highway);
  const point = line[Math.min(line.length - 1, Math.floor(along * line.length))]!;
  return { ...point, city: cityNamed(along < 0.5 ? highway.from : highway.to) };
}
