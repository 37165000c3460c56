import type { Vehicle } from "@voltmarg/contract";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "../account/account.ts";
import { call } from "../http/call.ts";
import { listCompanyVehicles, listModelsByType, listVehicles } from "../http/endpoints/vehicles.ts";
import { PERSISTED } from "../offline/persisted-meta.ts";
import { keys } from "./keys.ts";

export function useVehicles() {
  const userId = useUser().id;
  return useQuery({
    queryKey: keys.vehicles(userId),
    queryFn: async ({ signal }) =>
      (await call(listVehicles, { params: { userId } }, signal)).content,
    // The filter for plugs that fit needs the vehicle, also without a network.
    meta: PERSISTED,
  });
}

/** The vehicle that lists are made for; `isWaiting` until it is known whether there is one. */
export function usePrimaryVehicle(): { vehicle: Vehicle | undefined; isWaiting: boolean } {
  const { data, isPending, fetchStatus } = useVehicles();
  return { vehicle: primaryOf(data), isWaiting: isPending && fetchStatus === "fetching" };
}

/** The vehicles of the driver's company, 100 at most; none without a company. */
export function useCompanyVehicles() {
  const { company_id: company } = useUser();
  return useQuery({
    queryKey: keys.companyVehicles(company ?? ""),
    queryFn: async ({ signal }) =>
      (await call(listCompanyVehicles, { params: { id: company! }, query: {} }, signal)).content,
    enabled: company !== null,
  });
}

/** The vehicles the driver may charge: their own, then their company's. */
export function useChargeVehicles(): { data: Vehicle[] | undefined; isPending: boolean } {
  const { company_id: company } = useUser();
  const own = useVehicles();
  const shared = useCompanyVehicles();
  // A list that does not load leaves the other one usable.
  const lists = [...(own.data ?? []), ...(shared.data ?? []).map(notPrimary)];
  return {
    data: own.data || shared.data ? lists : undefined,
    isPending: own.isPending || (company !== null && shared.isPending),
  };
}

/** The company's primary vehicle is not the driver's. */
const notPrimary = (vehicle: Vehicle): Vehicle => ({ ...vehicle, is_primary: false });

export const primaryOf = (vehicles: Vehicle[] | undefined): Vehicle | undefined =>
  vehicles?.find((vehicle) => vehicle.is_primary);

export const useModels = () =>
  useQuery({
    queryKey: keys.models,
    queryFn: async ({ signal }) =>
      // As many as the service gives at once: a picker that ends in the middle of a make helps nobody.
      (await call(listModelsByType, { query: { page_size: "500", sort_by: "make" } }, signal))
        .content,
    staleTime: Infinity,
  });
