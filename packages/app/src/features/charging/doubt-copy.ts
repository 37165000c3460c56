import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const doubtCopy = words(() => ({
  farTitle: (away: string) => t`You are ${away} away`,
  farText: (name: string) =>
    t`If you start now, ${name} will give power to whoever is plugged in there, and you pay.`,
  noFitTitle: t`This plug does not fit`,
  noFitText: (plug: string, vehicle: string) =>
    t`${plug} does not go into ${vehicle}. Without an adapter the start will fail.`,
  choosePlug: t`Choose another plug`,
  startAnyway: t`Start anyway`,
  notNow: t`Not now`,
}));
