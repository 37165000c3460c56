import type { charging } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

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
