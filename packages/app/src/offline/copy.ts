import { plural, t } from "@lingui/core/macro";
import { providerName } from "../language/provider-name.ts";
import { words } from "../language/words.ts";
import type { QueuedAction } from "./queue.ts";

type Said = Exclude<QueuedAction["kind"], "favourite">;

export const offlineCopy = words(() => ({
  updateTitle: t`A newer version is loaded`,
  updateText: t`It opens when you reload.`,
  reload: t`Reload`,
  installTitle: t`Install ${providerName} on this device`,
  installText: t`It opens without a network too.`,
  install: t`Install`,
  notNow: t`Not now`,

  later: {
    favourite: t`Saved. It is sent when you are online.`,
    rating: t`Your rating is saved. It is sent when you are online.`,
    ticket: t`Your ticket is saved. It is sent when you are online.`,
    reply: t`Your answer is saved. It is sent when you are online.`,
  } satisfies Record<QueuedAction["kind"], string>,
  sentNow: {
    rating: t`Your rating was sent.`,
    ticket: t`Your ticket was sent.`,
    reply: t`Your answer was sent.`,
  } satisfies Record<Said, string>,
  notSent: {
    favourite: t`A favorite was not saved.`,
    rating: t`Your rating was not sent.`,
    ticket: t`Your ticket was not sent.`,
    reply: t`Your answer was not sent.`,
  } satisfies Record<QueuedAction["kind"], string>,
  waiting: (count: number) =>
    plural(count, {
      one: "# message waits for the network.",
      other: "# messages wait for the network.",
    }),
  asOf: (when: string) => t`As of ${when}`,

  pushTitle: t`Notifications on this device`,
  push: {
    on: t`Notifications are on for this device.`,
    off: t`Notifications are not on for this device yet.`,
    ask: t`We will ask for permission once.`,
    denied: t`Notifications are blocked on this device. You can change that in its settings.`,
    none: t`This browser cannot receive them. Install the app first, or use another browser.`,
  },
  allowInBrowser: t`Blocked by this browser. Open the site settings beside the address and allow notifications.`,
  pushFailed: t`Notifications could not be turned on for this device. Try again later.`,
  openSettings: t`Open settings`,
}));
