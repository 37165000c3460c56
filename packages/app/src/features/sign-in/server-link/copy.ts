import { t } from "@lingui/core/macro";
import { words } from "../../../language/words.ts";

export const serverLinkCopy = words(() => ({
  link: t`Server address`,
}));
