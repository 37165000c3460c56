export { accountsRoutes } from "./accounts.routes.ts";
export { providerDeskRoutes } from "./provider-desk.routes.ts";
export { deactivateRoutes } from "./deactivate.ts";
export { mobileOf } from "./deactivation.store.ts";
export { createAccessToken } from "./access-token.ts";
export { getUserByMobile, joinCompany } from "./join-company.ts";
export { createSignIn } from "./sign-in.ts";
export { signInHolds } from "./sign-in.store.ts";
export { getUser } from "./user.ts";
