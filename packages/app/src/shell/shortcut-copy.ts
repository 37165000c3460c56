import { t } from "@lingui/core/macro";
import { words } from "../language/words.ts";

export const shortcutCopy = words(() => ({
  title: t`Keyboard shortcuts`,
  switch: t`Use shortcuts`,
  switchText: t`They do nothing while you type.`,
  search: t`Search`,
  map: t`Map`,
  favourites: t`Favorites`,
  wallet: t`Wallet`,
  usage: t`My Usage`,
  history: t`Charging History`,
  vehicle: t`My EV`,
  notifications: t`Notifications`,
  support: t`Support`,
  rows: t`Up and down in a list`,
  back: t`Back to the list`,
  help: t`This help`,
}));
