import { t } from "@lingui/core/macro";
import { words } from "../../../language/words.ts";

export const catalogueCopy = words(() => ({
  notStated: t`The maker does not say. See your vehicle's papers.`,
}));
