import type { charging } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

// Routes that the signed-in shell calls on every screen.
export const latestSession = endpoint<typeof charging.latestSession>(
  "GET",
  "/api/ocpi/v1/sessions/:userId/latest",
);
export const activeSessions = endpoint<typeof charging.activeSessions>(
  "GET",
  "/api/ocpi/v1/sessions/:userId/active",
);
export const getSession = endpoint<typeof charging.getSession>("GET", "/api/ocpi/v1/sessions/:id");
