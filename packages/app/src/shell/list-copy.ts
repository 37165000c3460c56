import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";
import { paths } from "../paths.ts";

/** What stands beside a list of which nothing is open. */
export const listCopy = words(() => ({
  choose: {
    [paths.history]: t`Choose a charging session to see its bill`,
    [paths.wallet]: t`Choose a charging session to see its bill`,
    [paths.support]: t`Choose a ticket`,
    [paths.notifications]: t`Choose a notification`,
    [paths.myVehicle]: t`Choose a vehicle`,
  } as Record<string, string>,
}));
