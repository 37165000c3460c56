import type { partners, stations } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const searchPartners = endpoint<typeof partners.searchPartners>(
  "GET",
  "/api/user/v1/partners/combined/search",
);
export const searchLocations = endpoint<typeof stations.searchLocations>(
  "GET",
  "/api/ocpi/v1/locations/search",
);
export const findAlongRoute = endpoint<typeof stations.findAlongRoute>(
  "POST",
  "/api/ocpi/v1/locations/along-route",
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
