import type { DriverFacts } from "./drivers.ts";
import { type WhitelistEntry } from "./visibility.store.ts";
import type { LocationBody, LocationRow } from "./stations.store.ts";

type Named = Pick<LocationRow, "id" | "operator_id">;

/**
 * Whether a driver may see a location that its operator does not publish. OCPI 2.2.1 mod_locations PublishTokenType:
 * each entry names a token by uid, number on the card or group; all fields that it has must match. A driver's token is
 * the driver's id, the group is the company.
 */
export function mayView(
  driver: Pick<DriverFacts, "userId" | "companyId">,
  location: { body: Pick<LocationBody, "publish_allowed_to"> },
): boolean {
  const { publish_allowed_to: allowed = [] } = location.body;
  return (allowed ?? []).some((token) => {
    const names = [token.uid, token.visual_number, token.group_id].filter(Boolean);
    return (
      names.length > 0 &&
      (!token.uid || token.uid === driver.userId) &&
      (!token.visual_number || token.visual_number === driver.userId) &&
      (!token.group_id || token.group_id === driver.companyId)
    );
  });
}

/** Locations with a whitelist, and whether a driver is on it. */
export type Restrictions = {
  /** The location has a whitelist. */
  isListed(location: Named): boolean;
  /** The location has a whitelist, and the driver is not on it. */
  isRestricted(driver: Pick<DriverFacts, "userId" | "companyId">, location: Named): boolean;
};

/** The provider's whitelists: a location has the entries for itself and for its operator. */
export function restrictionsBy(entries: readonly WhitelistEntry[]): Restrictions {
  const byPlace = new Map<string, WhitelistEntry[]>();
  for (const entry of entries) {
    const place = entry.location_id ?? entry.operator_id ?? "";
    byPlace.set(place, [...(byPlace.get(place) ?? []), entry]);
  }
  const listOf = ({ id, operator_id }: Named) => [
    ...(byPlace.get(id) ?? []),
    ...(byPlace.get(operator_id) ?? []),
  ];
  return {
    isListed: (location) => byPlace.size > 0 && listOf(location).length > 0,
    isRestricted: ({ userId, companyId }, location) => {
      if (byPlace.size === 0) return false;
      const list = listOf(location);
      return (
        list.length > 0 &&
        !list.some(
          (entry) =>
            entry.user_id === userId || (companyId !== null && entry.company_id === companyId),
        )
      );
    },
  };
}
