import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const mapCopy = words(() => ({
  label: t`Map of charging stations`,
}));
