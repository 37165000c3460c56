import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const callCopy = words(() => ({
  call: (name: string) => t`Call ${name}`,
}));
