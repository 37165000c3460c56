import type { signIns } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

// Not in `account.ts`, which is loaded with the first screen.
export const listSignIns = endpoint<typeof signIns.listSignIns>(
  "GET",
  "/api/user/v1/users/:id/sign-ins",
);
export const endSignIn = endpoint<typeof signIns.endSignIn>(
  "DELETE",
  "/api/user/v1/users/:id/sign-ins/:signIn",
);
export const endOtherSignIns = endpoint<typeof signIns.endOtherSignIns>(
  "DELETE",
  "/api/user/v1/users/:id/sign-ins",
);
export const listPasskeys = endpoint<typeof signIns.listPasskeys>(
  "GET",
  "/api/user/v1/users/:id/passkeys",
);
export const passkeyOptions = endpoint<typeof signIns.passkeyOptions>(
  "POST",
  "/api/user/v1/users/:id/passkeys/options",
);
export const addPasskey = endpoint<typeof signIns.addPasskey>(
  "POST",
  "/api/user/v1/users/:id/passkeys",
);
export const removePasskey = endpoint<typeof signIns.removePasskey>(
  "DELETE",
  "/api/user/v1/users/:id/passkeys/:passkey",
);
export const passkeySignInOptions = endpoint<typeof signIns.passkeySignInOptions>(
  "POST",
  "/auth/oauth/passkey/options",
);
export const passkeySignIn = endpoint<typeof signIns.passkeySignIn>("POST", "/auth/oauth/passkey");
