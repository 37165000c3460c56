import type { QuarantinedCdr } from "@voltmarg/contract";
import { State } from "../../ui/values.tsx";

/** What was decided of a record that was set aside. */
export const Decision = ({ of }: { of: QuarantinedCdr["decision"] }) =>
  of ? <State of={of.decision} /> : <State of="WAITING">To decide</State>;
