import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const mapCopy = words(() => ({
  label: t`Map of charging stations`,
  way: t`Map of the way. The list says the same.`,
  reach: t`Map of what is within reach. The list says the same.`,
  failed: t`The map did not load. The list works without it.`,
}));
