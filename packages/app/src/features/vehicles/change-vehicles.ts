import { useMutation } from "@tanstack/react-query";
import type { Vehicle } from "@voltmarg/contract";
import { useUser } from "../../api/account/account.ts";
import { call } from "../../api/http/call.ts";
import { addVehicle, deleteVehicle, updateVehicle } from "../../api/http/endpoints/vehicles.ts";
import { keys } from "../../api/queries/keys.ts";
import { queryClient } from "../../api/queries/query-client.ts";
import type { VehicleBody } from "./vehicle-form.ts";

/** What a plug can give depends on the primary vehicle, so every station is asked for again. */
const refresh = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== keys.config[0] && queryKey[0] !== keys.models[0],
  });

/** Not awaited: the new list may lack the vehicle, and with it the screen that still shows a message. */
const refreshLater = () => void refresh();

export function useSaveVehicle() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: async ({ id, body }: { id: string | undefined; body: VehicleBody }) =>
      id === undefined
        ? (await call(addVehicle, { params: { userId }, body })).data
        : (await call(updateVehicle, { params: { userId, id }, body })).data,
    onSuccess: refresh,
    onError: refreshLater,
  });
}

export function useMakePrimary() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: ({ id, ...body }: Vehicle) =>
      call(updateVehicle, { params: { userId, id }, body: { ...body, is_primary: true } }),
    onSuccess: refresh,
    onError: refreshLater,
  });
}

export function useDeleteVehicle() {
  const userId = useUser().id;
  return useMutation({
    mutationFn: (id: string) => call(deleteVehicle, { params: { userId, id } }),
    onSettled: refreshLater,
  });
}
