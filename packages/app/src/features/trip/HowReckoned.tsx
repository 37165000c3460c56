import type { TripAssumption } from "@voltmarg/contract";
import { decimal, inr } from "../../ui/format.ts";
import { tripCopy as copy } from "./copy.ts";

/** What the plan rests on, each with its figure. */
export const HowReckoned = ({ of }: { of: readonly TripAssumption[] }) => (
  <details className="trip-how">
    <summary>{copy.how}</summary>
    <ul>
      {of.map(({ of: what, value }) => (
        <li key={what} className="sub ink2 num">
          {copy.assumptions[what](
            value === null ? "" : what === "PETROL" ? inr(value) : decimal(value, 0, 1),
          )}
        </li>
      ))}
    </ul>
  </details>
);
