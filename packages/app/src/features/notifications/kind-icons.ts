import { Bank } from "@phosphor-icons/react/dist/csr/Bank";
import { ChatCircleDots } from "@phosphor-icons/react/dist/csr/ChatCircleDots";
import { CheckCircle } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { Gauge } from "@phosphor-icons/react/dist/csr/Gauge";
import { Hourglass } from "@phosphor-icons/react/dist/csr/Hourglass";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { Path } from "@phosphor-icons/react/dist/csr/Path";
import { PlugCharging } from "@phosphor-icons/react/dist/csr/PlugCharging";
import { Question } from "@phosphor-icons/react/dist/csr/Question";
import { Receipt } from "@phosphor-icons/react/dist/csr/Receipt";
import { Timer } from "@phosphor-icons/react/dist/csr/Timer";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import { WarningCircle } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { Notification } from "@voltmarg/contract";

/** The icon by which a driver recognises the kind of a notification before reading it. */
export const kindIcons: Record<Notification["kind"], typeof Lightning> = {
  CHARGE_STARTED: Lightning,
  LIMIT_NEAR: Gauge,
  PARKING_FEE: Timer,
  CHARGE_UNCLEAR: Question,
  CHARGE_STOPPED: CheckCircle,
  BILL_READY: Receipt,
  START_FAILED: WarningCircle,
  CHARGER_FREE: PlugCharging,
  TRIP_STOP_LOST: Path,
  TRIP_STOP_TAKEN: Hourglass,
  WALLET_LOW: Wallet,
  PAYMENT_DISPUTED: Bank,
  TICKET_ANSWERED: ChatCircleDots,
  ACCOUNT_UNUSED: Hourglass,
  BREACH: WarningCircle,
};
