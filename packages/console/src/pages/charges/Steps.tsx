import type { ChargeStep } from "@voltmarg/contract";
import { lasting } from "../../ui/format.ts";
import { At, Money } from "../../ui/values.tsx";

const KINDS: Record<ChargeStep["what"], string> = {
  STEP: "Session",
  COMMAND: "Command",
  RESULT: "Result",
  LEDGER: "Ledger",
  BILL: "Bill",
  SET_ASIDE: "Set aside",
  MESSAGE: "OCPI",
  STAFF: "Staff",
  TICKET: "Ticket",
};
/** A pause this long between two steps is said. */
const PAUSE_MS = 60_000;

/** What happened, in the order of time, with the pauses between. */
export const Steps = ({ of }: { of: readonly ChargeStep[] }) => (
  <ol className="steps">
    {of.map(({ at, what, text, amount_minor }, index) => {
      const before = of[index - 1];
      const pause = before ? Date.parse(at) - Date.parse(before.at) : 0;
      return (
        // oxlint-disable-next-line react/no-array-index-key -- two steps may say the same at the same time
        <li key={`${at} ${index}`} className={`step step--${what.toLowerCase()}`}>
          {pause >= PAUSE_MS ? <span className="pause">{lasting(pause)} later</span> : null}
          <At at={at} precise />
          <span className="tag">{KINDS[what]}</span>
          <span>{text}</span>
          {amount_minor === null ? null : <Money minor={amount_minor} />}
        </li>
      );
    })}
  </ol>
);
