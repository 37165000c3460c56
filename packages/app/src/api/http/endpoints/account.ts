import type { accounts, companies, content, development, social, wallet } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

// Routes called before the sign-in and by the account itself: part of the first load.
export const sendOtp = endpoint<typeof accounts.sendOtp>(
  "GET",
  "/api/user/v1/otp/DRIVER/:mobile/send",
);
export const otpExpiryTime = endpoint<typeof accounts.otpExpiryTime>(
  "GET",
  "/api/user/v1/otp/DRIVER/:mobile/expiry-time",
);
export const verifyOtp = endpoint<typeof accounts.verifyOtp>(
  "POST",
  "/api/user/v1/otp/DRIVER/:mobile/verify",
);
export const socialAuthorize = endpoint<typeof social.socialAuthorize>(
  "GET",
  "/api/user/v1/social/:provider/authorize",
);
export const socialFinish = endpoint<typeof social.socialFinish>(
  "POST",
  "/auth/oauth/social/finish",
);
export const logout = endpoint<typeof accounts.logout>("POST", "/auth/oauth/logout");
export const getUser = endpoint<typeof accounts.getUser>("GET", "/api/user/v1/users/:id");
export const updateUser = endpoint<typeof accounts.updateUser>("PATCH", "/api/user/v1/users/:id");
export const deactivate = endpoint<typeof accounts.deactivate>(
  "PATCH",
  "/api/user/v1/users/:id/deactivate",
);
export const getEmspConfig = endpoint<typeof wallet.getEmspConfig>(
  "GET",
  "/api/user/v1/emsp/config/:id",
);
export const getAppVersion = endpoint<typeof content.getAppVersion>(
  "GET",
  "/api/user/v1/appversion/appName/:name",
);
export const devOutbox = endpoint<typeof development.devOutbox>("GET", "/dev/outbox");

export const getCompanyOffer = endpoint<typeof companies.getCompanyOffer>(
  "GET",
  "/api/user/v1/company-offer/:userId",
);
export const leaveCompany = endpoint<typeof companies.leaveCompany>(
  "DELETE",
  "/api/user/v1/company-offer/:userId",
);
export const acceptCompanyOffer = endpoint<typeof companies.acceptCompanyOffer>(
  "POST",
  "/api/user/v1/company-offer/:userId",
);
