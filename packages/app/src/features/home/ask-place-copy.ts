import { t } from "@lingui/core/macro";
import { words } from "../../language/words.ts";

export const placeCopy = words(() => ({
  whereTitle: t`Where are you?`,
  whereWhy: t`With your location the nearest stations come first, with the way to them. A city will do as well.`,
  myPosition: t`Use my location`,
  locating: t`Looking for your location`,
  chooseCity: t`Choose a city`,
  city: t`City`,
  noCity: t`No large city has this name. Type the place, or its PIN code, above the list of stations.`,
}));
