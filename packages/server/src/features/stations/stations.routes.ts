import { stations } from "@voltmarg/contract";
import type { Position } from "@voltmarg/rules";
import type { Mount } from "../../platform/http/mount.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { getTariff } from "../tariffs/index.ts";
import {
  getStation,
  listFavourites,
  listPins,
  readPartyIds,
  readPowerRange,
  searchStations,
  type StationsDeps,
} from "./find-stations.ts";
import { keepFavourite, dropFavourite } from "./favourites.ts";

const words = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((w) => w.trim())
    .filter(Boolean);

function positionOf(query: {
  latitude?: number | undefined;
  longitude?: number | undefined;
}): Position | null {
  const { latitude, longitude } = query;
  if (latitude === undefined || longitude === undefined) return null;
  return { latitude, longitude };
}

export function stationsRoutes({ mount }: Mount, deps: StationsDeps): void {
  const wrap = <T>(value: T) => done(ocpiData(value, deps.clock.now()));

  mount(stations.searchLocations, async ({ query, caller }) => {
    const power = readPowerRange(query.power_range);
    if (query.power_range?.trim() && !power) {
      return refuse("INVALID_INPUT", {
        extra: { errors: [{ path: "power_range", message: "Two numbers of kW, as 15-99." }] },
      });
    }
    return done(
      await searchStations(deps, caller.userId, {
        from: positionOf(query),
        km: Math.min(query.distance, 500),
        pageNo: query.page_no,
        pageSize: query.page_size,
        statuses: words(query.status),
        powerTypes: words(query.power_type),
        standards: words(query.standard),
        text: query["search-text"] ?? "",
        partyIds: readPartyIds(query.party_id),
        power,
      }),
    );
  });

  mount(stations.listPins, async ({ query, caller }) =>
    wrap(await listPins(deps, caller.userId, query)),
  );

  mount(stations.getLocation, async ({ params, query, caller }) => {
    const station = await getStation(deps, caller.userId, params.id, positionOf(query));
    return station ? wrap(station) : refuse("LOCATION_NOT_FOUND");
  });

  mount(stations.getLocationConnector, async ({ params, caller }) => {
    const station = await getStation(deps, caller.userId, params.location, null);
    if (!station) return refuse("LOCATION_NOT_FOUND");
    const evse = station.evses.find((e) => e.uid === params.evse);
    const connectors = evse?.connectors.filter((c) => c.id === params.connector) ?? [];
    if (!evse || connectors.length === 0) return refuse("CONNECTOR_NOT_FOUND");
    return wrap({ ...station, evses: [{ ...evse, connectors }] });
  });

  mount(stations.getWishlist, async ({ params, query }) =>
    wrap({ locations: await listFavourites(deps, params.userId, positionOf(query)) }),
  );
  mount(stations.addToWishlist, async ({ params, body }) =>
    (await keepFavourite(deps, params.userId, body.location_id))
      ? wrap({ location_id: body.location_id })
      : refuse("LOCATION_NOT_FOUND"),
  );
  mount(stations.removeFromWishlist, async ({ params }) => {
    await dropFavourite(deps, params.userId, params.locationId);
    return wrap({ location_id: params.locationId });
  });

  mount(stations.getTariff, async ({ params, caller }) => {
    // A tariff is shown where it is used: the location must be one the driver may see.
    const station = await getStation(deps, caller.userId, params.locationId, null);
    const used = station?.evses.some((e) =>
      e.connectors.some((c) => c.tariff_id === params.tariffId),
    );
    const tariff = used ? await getTariff(deps.database.db, params.tariffId) : null;
    if (!station || !tariff) return refuse("TARIFF_NOT_FOUND");
    const sell = await deps.retail.sellerTo(await deps.customerTypeOf(caller.userId));
    return wrap(sell(tariff, station.operator.id));
  });
}
