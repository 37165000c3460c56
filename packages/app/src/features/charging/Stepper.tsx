import { Check } from "@phosphor-icons/react/dist/csr/Check";
import { X } from "@phosphor-icons/react/dist/csr/X";
import type { StartStep } from "./start-steps.ts";

const SAID: Record<StartStep["state"], string> = {
  done: "done",
  now: "under way",
  wait: "to come",
  failed: "failed",
};

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
            <span className="sr-only">, {SAID[step.state]}</span>
          </b>
          <span className="sub ink2">{step.detail}</span>
        </span>
        <span className="cap ink3 num">{step.at ? clockTime(step.at, timeZone) : ""}</span>
      </li>
    ))}
  </ol>
);

const clockTime = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone }).format(new Date(instant));
