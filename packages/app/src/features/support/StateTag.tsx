import type { Ticket } from "@voltmarg/contract";
import { supportCopy as copy } from "./copy.ts";

const looks = { OPEN: " tag--accent", ANSWERED: " tag--ok", CLOSED: "" } as const;

export const StateTag = ({ state }: { state: Ticket["state"] }) => (
  <span className={`tag${looks[state]}`}>{copy.states[state]}</span>
);
