import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type PlacesStandIn = {
  /** Of its script. */
  url: string;
  stop: () => Promise<void>;
};

/** The addresses it suggests, in the first city of the demo. */
const PLACES = [
  {
    id: "place-mg-road",
    main: "MG Road",
    more: "Ashok Nagar, Bengaluru",
    address: "12 Mahatma Gandhi Road, Ashok Nagar, Bengaluru, Karnataka 560001, India",
    lat: 13.02,
    lng: 77.64,
  },
  {
    id: "place-mg-circle",
    main: "MG Circle",
    more: "Mysuru",
    address: "MG Circle, Mysuru, Karnataka 570001, India",
    lat: 12.3,
    lng: 76.65,
  },
];

/** Runs in the page: the part of `google.maps.places` that suggests and opens places. */
const SCRIPT = `(() => {
  const places = ${JSON.stringify(PLACES)};
  const words = (text) => ({ toString: () => text });
  const placeOf = (one) => ({
    id: one.id,
    fetchFields: async function ({ fields }) {
      if (fields.includes("location")) this.location = { lat: () => one.lat, lng: () => one.lng };
      if (fields.includes("formattedAddress")) this.formattedAddress = one.address;
      if (fields.includes("displayName")) this.displayName = one.main;
      if (fields.includes("addressComponents")) this.addressComponents = [];
    },
  });
  window.google = { maps: { places: {
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: async ({ input, includedRegionCodes, sessionToken }) => {
        if (!sessionToken || includedRegionCodes?.[0] !== "in") throw new Error("asked wrongly");
        const found = places.filter((one) => one.main.toLowerCase().startsWith(input.toLowerCase()));
        return { suggestions: found.map((one) => ({ placePrediction: {
          placeId: one.id, text: words(one.main + ", " + one.more), mainText: words(one.main),
          secondaryText: words(one.more), toPlace: () => placeOf(one),
        } })) };
      },
    },
  } } };
})();`;

/**
 * Stands in for Google's script. `POST /fail` makes the next load fail; `GET /loads` tells how often it was asked for
 * since the last `POST /fail` or `POST /forget`.
 */
export async function startPlaces(): Promise<PlacesStandIn> {
  let failures = 0;
  let loads: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://x");
    const answer = (status: number, body: string, type: string) => {
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
      response.end(body);
    };
    if (pathname === "/loads") return answer(200, JSON.stringify(loads), "application/json");
    if (request.method === "POST") {
      loads = [];
      failures = pathname === "/fail" ? 1 : 0;
      return answer(200, "", "text/plain");
    }
    loads.push(search);
    if (failures > 0) {
      failures -= 1;
      return answer(503, "", "text/plain");
    }
    return answer(200, SCRIPT, "text/javascript");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/maps/api/js`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
