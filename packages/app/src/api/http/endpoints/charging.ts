import type { charging, companies, partners, stations, vehicles, wallet } from "@voltmarg/contract";
import { endpoint } from "../call.ts";

export const listVehicles = endpoint<typeof vehicles.listVehicles>(
  "GET",
  "/api/user/v1/:userId/vehicle",
);
export const listCompanyVehicles = endpoint<typeof companies.listCompanyVehicles>(
  "GET",
  "/api/user/v1/company/:id/vehicles",
);
export const addVehicle = endpoint<typeof vehicles.addVehicle>(
  "POST",
  "/api/user/v1/:userId/vehicle",
);
export const updateVehicle = endpoint<typeof vehicles.updateVehicle>(
  "PUT",
  "/api/user/v1/:userId/vehicle/:id",
);
export const deleteVehicle = endpoint<typeof vehicles.deleteVehicle>(
  "DELETE",
  "/api/user/v1/:userId/vehicle/:id",
);
export const listModelsByType = endpoint<typeof vehicles.listModelsByType>(
  "GET",
  "/api/user/v1/vehicleMeta/vehicles/by-vehicle-type",
);

export const getWallet = endpoint<typeof wallet.getWallet>("GET", "/api/user/v1/wallet/:userId");
export const listMovements = endpoint<typeof wallet.listMovements>(
  "GET",
  "/api/user/v1/wallet/:userId/movements",
);
export const createTopUp = endpoint<typeof wallet.createTopUp>(
  "POST",
  "/api/user/v1/wallet/:userId/top-ups",
);
export const getTopUp = endpoint<typeof wallet.getTopUp>(
  "GET",
  "/api/user/v1/wallet/:userId/top-ups/:id",
);
export const createWithdrawal = endpoint<typeof wallet.createWithdrawal>(
  "POST",
  "/api/user/v1/wallet/:userId/withdrawals",
);
export const listWithdrawals = endpoint<typeof wallet.listWithdrawals>(
  "GET",
  "/api/user/v1/wallet/:userId/withdrawals",
);

export const searchPartners = endpoint<typeof partners.searchPartners>(
  "GET",
  "/api/user/v1/partners/combined/search",
);
export const searchLocations = endpoint<typeof stations.searchLocations>(
  "GET",
  "/api/ocpi/v1/locations/search",
);
export const listPins = endpoint<typeof stations.listPins>("GET", "/api/ocpi/v1/locations/pins");
export const getLocation = endpoint<typeof stations.getLocation>(
  "GET",
  "/api/ocpi/v1/locations/:id",
);
export const getWishlist = endpoint<typeof stations.getWishlist>(
  "GET",
  "/api/ocpi/v1/wishlist/:userId",
);
export const addToWishlist = endpoint<typeof stations.addToWishlist>(
  "POST",
  "/api/ocpi/v1/wishlist/:userId",
);
export const removeFromWishlist = endpoint<typeof stations.removeFromWishlist>(
  "DELETE",
  "/api/ocpi/v1/wishlist/:userId/:locationId",
);

export const findLocationByQrCode = endpoint<typeof stations.findLocationByQrCode>(
  "POST",
  "/api/ocpi/v1/locations/evse/connector/qr_code",
);
export const listWatches = endpoint<typeof stations.listWatches>(
  "GET",
  "/api/ocpi/v1/watches/:userId",
);
export const watchStation = endpoint<typeof stations.watchStation>(
  "POST",
  "/api/ocpi/v1/watches/:userId",
);
export const unwatchStation = endpoint<typeof stations.unwatchStation>(
  "DELETE",
  "/api/ocpi/v1/watches/:userId/:id",
);
export const seeNotice = endpoint<typeof stations.seeNotice>(
  "PUT",
  "/api/ocpi/v1/watches/:userId/:id/seen",
);
export const reportStationProblem = endpoint<typeof stations.reportStationProblem>(
  "POST",
  "/api/ocpi/v1/station-problems/:userId",
);

export const startSession = endpoint<typeof charging.startSession>(
  "POST",
  "/api/ocpi/v1/commands/START_SESSION",
);
export const stopSession = endpoint<typeof charging.stopSession>(
  "POST",
  "/api/ocpi/v1/commands/STOP_SESSION",
);
export const getCdr = endpoint<typeof charging.getCdr>("GET", "/api/ocpi/v1/cdrs/:id");
export const getCdrOfSession = endpoint<typeof charging.getCdrOfSession>(
  "GET",
  "/api/ocpi/v1/cdrs/session/:id",
);
export const searchCdrs = endpoint<typeof charging.searchCdrs>(
  "GET",
  "/api/ocpi/v1/cdrs/:userId/search",
);
export const powerConsumption = endpoint<typeof charging.powerConsumption>(
  "GET",
  "/api/ocpi/v1/cdrs/stats/power-consumption",
);
