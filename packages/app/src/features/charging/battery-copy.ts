import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

/** How full the battery is, and will be. */
export const batteryCopy = words(() => ({
  howFull: t`How full is the battery now?`,
  howFullText: t`As the vehicle shows it. It is used for this estimate only.`,
  ask: t`How full is it now?`,
  change: (now: string) => t`Battery now ${now}. Change`,
  fromTo: (now: string, then: string) => t`from ${now} to about ${then}`,
  to: (target: string) => t`To ${target}`,
}));
