import type { consent } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const getPrivacyNotice = endpoint<typeof consent.getPrivacyNotice>(
  "GET",
  "/api/user/v1/privacy-notice",
);
export const getConsent = endpoint<typeof consent.getConsent>(
  "GET",
  "/api/user/v1/users/:userId/consent",
);
export const giveConsent = endpoint<typeof consent.giveConsent>(
  "PUT",
  "/api/user/v1/users/:userId/consent",
);
export const nominate = endpoint<typeof consent.nominate>(
  "PUT",
  "/api/user/v1/users/:userId/nominee",
);
export const exportOwnData = endpoint<typeof consent.exportOwnData>(
  "GET",
  "/api/user/v1/users/:userId/export",
);
