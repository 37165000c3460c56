import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

/** What is said where the service itself said nothing. */
export const troubleCopy = words(() => ({
  offline: t`No connection. Check your network and try again.`,
  busy: t`The service is busy. Try again in a moment.`,
  broken: t`Something went wrong at our end. Try again.`,
}));
