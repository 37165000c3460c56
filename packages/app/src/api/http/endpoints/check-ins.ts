import type { stations } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const checkIn = endpoint<typeof stations.checkIn>(
  "PUT",
  "/api/ocpi/v1/locations/:id/check-in",
);
export const listCheckIns = endpoint<typeof stations.listCheckIns>(
  "GET",
  "/api/ocpi/v1/locations/:id/check-ins",
);
export const removeCheckIn = endpoint<typeof stations.removeCheckIn>(
  "DELETE",
  "/api/ocpi/v1/check-ins/:id",
);
export const reportCheckIn = endpoint<typeof stations.reportCheckIn>(
  "PUT",
  "/api/ocpi/v1/check-ins/:id/report",
);
export const getCheckInPhoto = endpoint<typeof stations.getCheckInPhoto>(
  "GET",
  "/api/ocpi/v1/check-ins/:id/photo",
);
