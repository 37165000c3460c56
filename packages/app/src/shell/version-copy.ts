import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const versionCopy = words(() => ({
  reload: t`Reload`,
  newerTitle: (version: string) => t`Version ${version} is available`,
  getIt: t`Update`,
  notNow: t`Not now`,
  requiredTitle: t`Update the app to go on`,
  requiredText: (version: string, minimum: string) =>
    t`Version ${version} does not work any more; ${minimum} or newer does. Charging that is under way goes on, and can be stopped at the charger or the vehicle.`,
}));
