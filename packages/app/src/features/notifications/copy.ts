import { t } from "@lingui/core/macro";
import type { Notification, NotificationPreferences } from "@voltmarg/contract";
import { words } from "../../language/words.ts";

type Channel = keyof NotificationPreferences["kinds"][number]["channels"];

export const noticeCopy = words(() => ({
  title: t`Notifications`,
  failed: t`Your notifications did not load`,
  moreFailed: t`The rest did not load`,
  more: t`Show more`,
  emptyTitle: t`Nothing yet`,
  emptyText: t`What becomes of your charges, bills and tickets is told here.`,
  unread: t`Not read yet`,
  unreadCount: (count: number) => t`${count} not read`,
  allRead: t`All read`,
  markAll: t`Mark all as read`,
  marking: t`Marking`,
  settings: t`Settings`,
  bill: (amount: string, energy: string) => t`${amount} for ${energy}`,
  blocked: t`Notifications are blocked on this device.`,
  toSwitch: t`How to allow them`,

  settingsTitle: t`Notification settings`,
  settingsFailed: t`Your settings did not load`,
  everything: t`Everything stands in the list. Choose what else reaches you, and how.`,
  kinds: {
    CHARGE_STARTED: t`Charge started`,
    LIMIT_NEAR: t`Limit almost reached`,
    PARKING_FEE: t`Parking fee begins`,
    CHARGE_UNCLEAR: t`No news of a charge`,
    CHARGE_STOPPED: t`Charge ended`,
    BILL_READY: t`Bill ready`,
    START_FAILED: t`Charge did not start`,
    CHARGER_FREE: t`A plug you wait for is free`,
    WALLET_LOW: t`Wallet is low`,
    TICKET_ANSWERED: t`Support answered`,
  } satisfies Record<Notification["kind"], string>,
  urgent: t`Also in quiet hours`,
  channels: { PUSH: t`Push`, MAIL: t`E-mail` } satisfies Record<Channel, string>,
  by: (kind: string, channel: string) => t`${kind}, by ${channel}`,
  byChannel: { PUSH: t`push`, MAIL: t`e-mail` } satisfies Record<Channel, string>,
  mailNeedsAddress: t`E-mail needs an address in My Profile.`,
  toProfile: t`Add it`,
  quiet: t`Quiet hours`,
  quietText: t`What can wait is sent when they are over. India's time.`,
  from: t`From`,
  until: t`Until`,
  quietSame: t`From and until are the same`,
}));
