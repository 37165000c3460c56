import { t } from "@lingui/core/macro";
import { words } from "../../../language/words.ts";

export const companyVehiclesCopy = words(() => ({
  title: t`Your company's vehicles`,
  note: t`Choose one of them when you set a limit. Your company keeps this list.`,
  failed: t`Your company's vehicles did not load`,
}));
