import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const pullCopy = words(() => ({
  refresh: t`Refresh`,
  refreshing: t`Refreshing`,
  refreshed: t`Up to date`,
}));
