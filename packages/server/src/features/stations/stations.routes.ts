import { stations } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { spokenBy } from "../../platform/http/language.ts";
import { ocpiData } from "../../platform/http/paging.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import { getTariff } from "../tariffs/index.ts";
import { plainCode } from "./charger-code.ts";
import { checkWhitelist } from "./check-whitelist.ts";
import { deleteFavourite, saveFavourite } from "./favourites.ts";
import { findByEvseCode, findByQrCode } from "./find-charger.ts";
import { createDetails } from "./open-details.ts";
import { positionOf } from "./position-of.ts";
import { getLocation, listFavourites, whyNotShown } from "./show-locations.ts";
import type { StationsDeps } from "./stations-deps.ts";

export function stationsRoutes({ mount }: Mount, deps: StationsDeps): void {
  const wrap = <T>(value: T) => done(ocpiData(value, deps.clock.now()));
  const details = createDetails(deps);

  mount(stations.getLocation, async ({ params, query, caller, request }) => {
    const fresh = query.fresh?.toLowerCase() === "true";
    const how = { fresh, language: spokenBy(request) };
    const station = await details.of(caller.userId, params.id, positionOf(query), how);
    return station ? wrap(station) : refuse(await whyNotShown(deps, caller.userId, params.id));
  });

  mount(stations.getLocationConnector, async ({ params, caller }) => {
    const station = await getLocation(deps, caller.userId, params.location, null);
    if (!station) return refuse(await whyNotShown(deps, caller.userId, params.location));
    const evse = station.evses.find((e) => e.uid === params.evse);
    const connectors = evse?.connectors.filter((c) => c.id === params.connector) ?? [];
    if (!evse || connectors.length === 0) return refuse("CONNECTOR_NOT_FOUND");
    return wrap({ ...station, evses: [{ ...evse, connectors }] });
  });

  mount(stations.getLocationByEvseId, async ({ params, caller }) => {
    const station = await findByEvseCode(deps, caller.userId, [plainCode(params.id)]);
    return typeof station === "string" ? refuse(station) : wrap(station);
  });
  mount(stations.getLocationByQrCode, async ({ params, caller }) => {
    const station = await findByQrCode(deps, caller.userId, params.code);
    return typeof station === "string" ? refuse(station) : wrap(station);
  });
  mount(stations.findLocationByQrCode, async ({ body, caller }) => {
    const station = await findByQrCode(deps, caller.userId, body.qr_code);
    return typeof station === "string" ? refuse(station) : wrap(station);
  });

  mount(stations.getWhitelist, async ({ params }) => {
    const answer = await checkWhitelist(deps, params.userId, params.id);
    return answer ? wrap(answer) : refuse("LOCATION_NOT_FOUND");
  });

  mount(stations.getWishlist, async ({ params, query }) =>
    wrap({ locations: await listFavourites(deps, params.userId, positionOf(query)) }),
  );
  mount(stations.addToWishlist, async ({ params, body }) =>
    (await saveFavourite(deps, params.userId, body.location_id))
      ? wrap({ location_id: body.location_id })
      : refuse("LOCATION_NOT_FOUND"),
  );
  mount(stations.removeFromWishlist, async ({ params }) => {
    await deleteFavourite(deps, params.userId, params.locationId);
    return wrap({ location_id: params.locationId });
  });

  mount(stations.getTariff, async ({ params, caller }) => {
    // A tariff is shown only at a location that uses it and that the driver may see.
    const station = await getLocation(deps, caller.userId, params.locationId, null);
    const used = station?.evses.some((e) =>
      e.connectors.some((c) => c.tariff_id === params.tariffId),
    );
    const tariff = used ? await getTariff(deps.database.db, params.tariffId) : null;
    if (!station || !tariff) return refuse("TARIFF_NOT_FOUND");
    const sell = await deps.retail.sellerTo(await deps.customerTypeOf(caller.userId));
    return wrap(sell(tariff, station.operator.id));
  });
}
