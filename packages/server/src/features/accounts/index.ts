export { accountsRoutes, type AccountsDeps } from "./accounts.routes.ts";
export { providerDeskRoutes } from "./provider-desk.routes.ts";
export { createAccessToken, type AccessToken } from "./access-token.ts";
export { createSignIn, type SignIn } from "./sign-in.ts";
export { signInHolds } from "./sign-in.store.ts";
export { getUser } from "./user.ts";
export type { SendSms } from "./send-otp.ts";
