import type { Feature } from "../../platform/feature.ts";
import { accountsRoutes, type AccountsDeps } from "./accounts.routes.ts";
import { accountsBackofficeRoutes } from "./backoffice.routes.ts";
import type { ConsoleDeps } from "./backoffice.ts";
import { closeUnused, type CloseUnusedDeps } from "./close-unused.ts";
import { deactivateRoutes } from "./deactivate.ts";
import type { DevicesDeps } from "./devices.ts";
import type { PasskeyDeps } from "./passkeys.ts";
import { signInsRoutes } from "./sign-ins.routes.ts";
import { socialCallback, socialRoutes } from "./social.routes.ts";
import type { SocialDeps } from "./social.ts";

type AllDeps = AccountsDeps &
  CloseUnusedDeps &
  DevicesDeps &
  PasskeyDeps &
  ConsoleDeps &
  SocialDeps & {
    /** Where the app is, without a trailing slash. */
    publicUrl: string;
  };

export type AccountsApi = {
  /** Warns drivers of accounts that nobody uses, and closes those; every night. */
  closeUnused(): Promise<void>;
};

/** Accounts of drivers: sign-in by one-time code, passkey or OpenID provider, devices, and closing an account. */
export const createAccounts = (deps: AllDeps): Feature<AccountsApi> => ({
  routes: async (mounts) => {
    accountsRoutes(mounts, deps);
    signInsRoutes(mounts, deps);
    socialRoutes(mounts, deps);
    accountsBackofficeRoutes(mounts, deps);
    deactivateRoutes(mounts, deps);
    // The callback is a GET; it takes no body.
    await mounts.raw(socialCallback(deps, deps.publicUrl));
  },
  handlers: {},
  api: { closeUnused: () => closeUnused(deps) },
});
