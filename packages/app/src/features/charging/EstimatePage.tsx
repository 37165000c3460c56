import type { Connector, Evse, Location } from "@voltmarg/contract";
import { useSearchParams } from "../../ui/router.tsx";
import { isRefusal } from "../../api/http/refusal.ts";
import { primaryOf, useChargeVehicles } from "../../api/queries/vehicles.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty, LoadError, SkeletonRows } from "../../ui/Message.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { copy } from "./copy.ts";
import { LimitForm } from "./LimitForm.tsx";
import { useLocation as useStationLocation } from "../../api/queries/location-query.ts";
import "./charging.css";

/** Set a limit: one screen for both addresses. The guard requires a chosen plug. */
export default function EstimatePage() {
  const [query] = useSearchParams();
  const plug = {
    location: query.get("location") ?? "",
    evse: query.get("evse") ?? "",
    connector: query.get("connector") ?? "",
  };
  const location = useStationLocation(plug.location);
  const vehicles = useChargeVehicles();
  const chosen = vehicles.data?.find(({ id }) => id === query.get("vehicle"));
  const found = location.data && findPlug(location.data, plug.evse, plug.connector);
  const gone =
    (location.data && !found) ||
    isRefusal(location.error, "LOCATION_NOT_FOUND", "LOCATION_HIDDEN", "NOT_FOUND");

  if (location.data && found && !vehicles.isPending)
    return (
      <LimitForm
        plug={plug}
        location={location.data}
        {...found}
        vehicle={chosen ?? primaryOf(vehicles.data)}
        vehicles={vehicles.data ?? []}
      />
    );
  return (
    <Screen title={copy.limitTitle}>
      {gone ? (
        <Empty
          title={copy.plugGone}
          action={
            <ButtonLink
              kind="secondary"
              small
              to={location.data ? paths.station(plug.location) : paths.tabs}
            >
              {location.data ? copy.toStation : copy.toMap}
            </ButtonLink>
          }
        />
      ) : location.isError ? (
        <LoadError
          title={copy.estimateFailed}
          error={location.error}
          onRetry={() => void location.refetch()}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Screen>
  );
}

function findPlug(
  location: Location,
  evseUid: string,
  connectorId: string,
): { evse: Evse; connector: Connector } | null {
  const evse = location.evses.find(({ uid }) => uid === evseUid);
  const connector = evse?.connectors.find(({ id }) => id === connectorId);
  return evse && connector ? { evse, connector } : null;
}
