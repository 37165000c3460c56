import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { X } from "@phosphor-icons/react/dist/csr/X";
import { when } from "../../ui/format.ts";
import { startCopy } from "./start-copy.ts";
import type { StartStep } from "./start-steps.ts";

export const Stepper = ({ steps, timeZone }: { steps: StartStep[]; timeZone: string }) => (
  <ol className="stepper">
    {steps.map((step) => (
      <li key={step.key} className={`step is-${step.state === "failed" ? "fail" : step.state}`}>
        <span className="m" aria-hidden="true">
          {step.state === "done" ? <Check size={20} weight="bold" /> : null}
          {step.state === "failed" ? <X size={20} weight="bold" /> : null}
          {step.state === "now" ? <span className="spin" /> : null}
        </span>
        <span className="grow">
          <b>
            {step.title}
            <span className="sr-only">, {startCopy.stepStates[step.state]}</span>
          </b>
          <span className="sub ink2">{step.detail}</span>
        </span>
        <span className="cap ink3 num">{step.at ? when(step.at, timeZone).exactTime : ""}</span>
      </li>
    ))}
  </ol>
);
