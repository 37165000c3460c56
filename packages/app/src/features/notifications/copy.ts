import { plural, t } from "@lingui/core/macro";
import type { Notification, NotificationPreferences } from "@voltmarg/contract";
import { words } from "../../language/words.ts";

type Channel = keyof NotificationPreferences["kinds"][number]["channels"];

export const noticeCopy = words(() => ({
  title: t`Notifications`,
  failed: t`Your notifications did not load`,
  moreFailed: t`The rest did not load`,
  more: t`Show more`,
  emptyTitle: t`Nothing yet`,
  emptyText: t`Updates on your charging, bills and tickets appear here.`,
  unread: t`Unread`,
  unreadCount: (count: number) => t`${count} unread`,
  allRead: t`All read`,
  markAll: t`Mark all as read`,
  marking: t`Marking`,
  settings: t`Settings`,
  bill: (amount: string, energy: string) => t`${amount} for ${energy}`,
  blocked: t`Notifications are blocked on this device.`,
  toSwitch: t`How to allow them`,

  shown: t`Messages of this visit`,
  shownCount: (count: number) =>
    plural(count, {
      one: "Read # message of this visit again",
      other: "Read # messages of this visit again",
    }),
  noneShown: t`The app has shown no message since you opened it.`,

  settingsTitle: t`Notification settings`,
  settingsFailed: t`Your settings did not load`,
  everything: t`Everything is in this list. Choose what you also get by push or e-mail.`,
  kinds: {
    CHARGE_STARTED: t`Charging started`,
    LIMIT_NEAR: t`Limit almost reached`,
    PARKING_FEE: t`Parking fee begins`,
    CHARGE_UNCLEAR: t`No update on charging`,
    CHARGE_STOPPED: t`Charging ended`,
    BILL_READY: t`Bill ready`,
    START_FAILED: t`Charging did not start`,
    CHARGER_FREE: t`A plug with an alert is free`,
    TRIP_STOP_LOST: t`A stop of your trip does not work`,
    TRIP_STOP_TAKEN: t`A stop of your trip is taken`,
    WALLET_LOW: t`Wallet is low`,
    PAYMENT_DISPUTED: t`Bank disputes a payment`,
    TICKET_ANSWERED: t`Your tickets`,
    ACCOUNT_UNUSED: t`Account not used`,
    BREACH: t`Safety of your data`,
  } satisfies Record<Notification["kind"], string>,
  urgent: t`Also in quiet hours`,
  channels: { PUSH: t`Push`, MAIL: t`E-mail` } satisfies Record<Channel, string>,
  by: (kind: string, channel: string) => t`${kind}, by ${channel}`,
  byChannel: { PUSH: t`push`, MAIL: t`e-mail` } satisfies Record<Channel, string>,
  mailNeedsAddress: t`E-mail needs an address in My Profile.`,
  toProfile: t`Add it`,
  quiet: t`Quiet hours`,
  quietText: t`What can wait is sent when they are over. Indian time (IST).`,
  from: t({ message: "From", context: "a time" }),
  until: t`Until`,
  quietSame: t`From and until are the same`,
}));
