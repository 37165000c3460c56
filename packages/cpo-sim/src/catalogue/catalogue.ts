import {
  type Connector,
  type Evse,
  type Location,
  type Party,
  type Tariff,
  writeDateTime,
} from "@voltmarg/ocpi";
import { hash, randomFrom, type Random } from "../random.ts";
import { cities, type City } from "./cities.ts";
import { wayside } from "./highway-line.ts";
import { openingTimes } from "./hours.ts";
import { withParking } from "./parking.ts";
import { imagesOf, logoOf } from "./pictures.ts";
import { type Point, points, type Site, sites } from "./sites.ts";
import { tariffsFor, tariffsOf } from "./tariffs.ts";
import { firstNames, puneQuarters, quarters, roads } from "./place-names.ts";

export type OperatorFacts = Party & { name: string; website: string };

/** Invented operators; any resemblance to a real one is accidental. */
export const operatorFacts: readonly OperatorFacts[] = [
  { country_code: "IN", party_id: "URJ", name: "Urjapath", website: "https://urjapath.example" },
  { country_code: "IN", party_id: "ZPV", name: "Zapvahan", website: "https://zapvahan.example" },
  { country_code: "IN", party_id: "GRV", name: "Girivolt", website: "https://girivolt.example" },
  { country_code: "IN", party_id: "NBD", name: "Nabhdeep", website: "https://nabhdeep.example" },
];

/** `last_updated` of objects that have not changed since the start. */
export const catalogueTime = Date.UTC(2025, 5, 1);
const last_updated = writeDateTime(catalogueTime);
const catalogueYear = new Date(catalogueTime).getUTCFullYear();
/** Fractional parts of multiples of the golden ratio are evenly distributed, so each city gets its exact share. */
const golden = 0.618_033_988_749_894_9;

export type Catalogue = {
  facts: OperatorFacts;
  /** How many locations this operator has. */
  count: number;
  tariffs: readonly Tariff[];
  /** The location at a position, 0 ≤ position < count, in its initial state. */
  at(position: number): Location;
  /** The position of one of our location or EVSE ids, or null. */
  positionOf(id: string): number | null;
};

/** The locations of one operator: each is computed from the seed and its number alone, so none is stored. */
export function createCatalogue(options: {
  seed: string | number;
  operator: number;
  operators: number;
  locations: number;
  /** Of all operators together besides those: along the roads between the cities. */
  wayside?: number;
  alwaysOpen?: boolean;
  /** Base address of images; absent: there are none. */
  picturesAt?: () => string;
}): Catalogue {
  const { seed, operator, operators, locations, alwaysOpen = false, picturesAt } = options;
  const { wayside: roadside = 0 } = options;
  const facts = operatorFacts[operator]!;
  const count = Math.max(0, Math.ceil((locations + roadside - operator) / operators));
  const prefix = `${facts.party_id}-`;
  const phase = hash(seed, "cities") / 4_294_967_296;

  return {
    facts,
    count,
    tariffs: tariffsOf(facts, last_updated),
    at: (position) => {
      const number = position * operators + operator;
      const random = randomFrom(seed, "location", number);
      const share = (phase + number * golden) % 1;
      const location =
        number < locations
          ? locationAt(facts, cityAt(share), number, random)
          : waysideAt(facts, share, number, random);
      const images = picturesAt ? imagesOf(number, picturesAt()) : [];
      return {
        ...withParking(location, seed, number),
        ...(alwaysOpen && { opening_times: { twentyfourseven: true } }),
        ...(images.length > 0 && { images }),
        ...(picturesAt && {
          operator: { ...location.operator!, logo: logoOf(facts.party_id, picturesAt()) },
        }),
      };
    },
    positionOf: (id) => {
      const match = /^([A-Z]{3}-)(\d{6})(?:-\d+)?$/i.exec(id);
      if (match?.[1]!.toUpperCase() !== prefix) return null;
      const position = (Number(match[2]) - operator) / operators;
      return Number.isInteger(position) && position >= 0 && position < count ? position : null;
    },
  };
}

const totalWeight = cities.reduce((sum, { weight }) => sum + weight, 0);

function cityAt(share: number): City {
  let left = share * totalWeight;
  return cities.find(({ weight }) => (left -= weight) < 0) ?? cities[0]!;
}

/** Beside a road between two cities. */
function waysideAt(facts: OperatorFacts, share: number, number: number, random: Random): Location {
  const { city, latitude, longitude } = wayside(share);
  const location = locationAt(facts, city, number, random, roadSites);
  const coordinates = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
  const { publish_allowed_to: _, ...open } = location;
  return { ...open, publish: true, coordinates };
}

const roadSites = sites.filter(({ parking_type }) => parking_type === "ALONG_MOTORWAY");

function locationAt(
  facts: OperatorFacts,
  city: City,
  number: number,
  random: Random,
  among = sites,
): Location {
  const site = random.weighted(among.map((each) => [each.weight, each] as const));
  const quarter = random.pick(city.name === "Pune" ? puneQuarters : quarters);
  const road = random.pick(roads);
  const id = `${facts.party_id}-${String(number).padStart(6, "0")}`;
  const { latitude, longitude } = placeIn(city, random);
  const bays = random.weighted(site.bays);
  const hidden = random.chance(0.01);
  return {
    country_code: facts.country_code,
    party_id: facts.party_id,
    id,
    publish: !hidden,
    ...(hidden && {
      publish_allowed_to: [{ group_id: `${facts.party_id}-FLEET`, issuer: "Voltmarg" }],
    }),
    name: `${random.pick(firstNames)} ${random.pick(site.called)}, ${quarter}`,
    address: `${random.int(1, 240)} ${road}, ${quarter}`,
    city: city.name,
    postal_code: city.pin + String(random.int(1, 99)).padStart(6 - city.pin.length, "0"),
    state: city.state,
    country: "IND",
    coordinates: { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) },
    parking_type: site.parking_type,
    evses: bays.map((_, index) => evseAt(facts, id, index, bays, site, random)),
    operator: { name: facts.name, website: facts.website },
    facilities: [...site.facilities],
    ...(site.directions && { directions: [...site.directions] }),
    time_zone: "Asia/Kolkata",
    opening_times: openingTimes(site, random, catalogueYear),
    charging_when_closed: random.chance(0.7),
    last_updated,
  };
}

/** Denser towards the centre, as cities are. */
function placeIn(city: City, random: Random) {
  const distance = random.next() ** 0.7;
  const angle = random.next() * 2 * Math.PI;
  const kilometreNorth = 1 / 110.57;
  const kilometreEast = 1 / (111.32 * Math.cos((city.latitude * Math.PI) / 180));
  return {
    latitude: city.latitude + Math.sin(angle) * distance * city.northSouth * kilometreNorth,
    longitude: city.longitude + Math.cos(angle) * distance * city.eastWest * kilometreEast,
  };
}

function evseAt(
  facts: OperatorFacts,
  locationId: string,
  index: number,
  bays: Site["bays"][number][1],
  site: Site,
  random: Random,
): Evse {
  const reference = String(index + 1);
  const twoWheelers = bays[index]!.every((name) => name === "socket");
  return {
    uid: `${locationId}-${reference}`,
    // eMI3: country, operator, E, then the operator's own number.
    evse_id: `${facts.country_code}*${facts.party_id}*E${locationId.slice(4)}*${reference}`,
    status: random.weighted([
      [83, "AVAILABLE"],
      [10, "CHARGING"],
      [3, "OUTOFORDER"],
      [2, "INOPERATIVE"],
      [2, "UNKNOWN"],
    ]),
    capabilities: [
      "REMOTE_START_STOP_CAPABLE",
      ...(random.chance(0.3) ? ["RFID_READER" as const] : []),
    ],
    connectors: bays[index]!.map((name, place) => connectorAt(facts, points[name], place, random)),
    ...(site.parking_type === "UNDERGROUND_GARAGE" && { floor_level: "-1" }),
    physical_reference: reference,
    ...(twoWheelers && { parking_restrictions: ["MOTORCYCLES"] }),
    last_updated,
  };
}

function connectorAt(facts: OperatorFacts, point: Point, place: number, random: Random): Connector {
  const { tariffs, ...connector } = point;
  return {
    id: String(place + 1),
    ...connector,
    tariff_ids: [`${facts.party_id}-${random.weighted<string>(tariffsFor[tariffs])}`],
    last_updated,
  };
}
