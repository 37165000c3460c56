import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

/** Words of what is loaded after the rest of a station. */
export const siteCopy = words(() => ({
  facilities: t`On the site`,
  way: t`How to find it`,
  operator: t`Operator`,
  helpHere: t`Help at this station`,
  operatorPhone: t`Operator’s number`,
  website: t`Website`,
  reportCall: t`A report is read later. If you are there and need help now:`,
}));
