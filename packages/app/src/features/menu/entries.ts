import { CarProfile } from "@phosphor-icons/react/dist/csr/CarProfile";
import { ChartBar } from "@phosphor-icons/react/dist/csr/ChartBar";
import { ClockCounterClockwise } from "@phosphor-icons/react/dist/csr/ClockCounterClockwise";
import { FileText } from "@phosphor-icons/react/dist/csr/FileText";
import { Heart } from "@phosphor-icons/react/dist/csr/Heart";
import { Lifebuoy } from "@phosphor-icons/react/dist/csr/Lifebuoy";
import { Lightning } from "@phosphor-icons/react/dist/csr/Lightning";
import { ListChecks } from "@phosphor-icons/react/dist/csr/ListChecks";
import { Path } from "@phosphor-icons/react/dist/csr/Path";
import { Question } from "@phosphor-icons/react/dist/csr/Question";
import { ShieldCheck } from "@phosphor-icons/react/dist/csr/ShieldCheck";
import { User as UserIcon } from "@phosphor-icons/react/dist/csr/User";
import { Wallet } from "@phosphor-icons/react/dist/csr/Wallet";
import type { User } from "@voltmarg/contract";
import { paths } from "../../paths.ts";
import { menuCopy as copy } from "./copy.ts";

export type Entry = {
  title: string;
  /** Null for Active Session, which is handled by what the service says. */
  path: string | null;
  Icon: typeof Wallet;
};

/** Further entries, in addition to the specification's twelve. */
export const moreEntries = (): Entry[] => [
  { title: copy.trips, path: paths.trip, Icon: Path },
  { title: copy.legal, path: paths.legal, Icon: FileText },
];

/** The twelve entries in the specification's order; corporate customers have no wallet. */
export function menuEntries(customerType: User["customer_type"]): Entry[] {
  const entries: Entry[] = [
    { title: copy.profile, path: paths.profile, Icon: UserIcon },
    { title: copy.activeSession, path: null, Icon: Lightning },
    { title: copy.vehicle, path: paths.myVehicle, Icon: CarProfile },
    { title: copy.wallet, path: paths.wallet, Icon: Wallet },
    { title: copy.favourites, path: paths.favourites, Icon: Heart },
    { title: copy.usage, path: paths.myUsage, Icon: ChartBar },
    { title: copy.history, path: paths.history, Icon: ClockCounterClockwise },
    { title: copy.faq, path: paths.faq, Icon: Question },
    { title: copy.support, path: paths.support, Icon: Lifebuoy },
    { title: copy.steps, path: paths.initiateCharging, Icon: ListChecks },
    { title: copy.terms, path: paths.terms, Icon: FileText },
    { title: copy.privacy, path: paths.privacy, Icon: ShieldCheck },
  ];
  return entries.filter((entry) => customerType === "PERSONAL" || entry.path !== paths.wallet);
}
