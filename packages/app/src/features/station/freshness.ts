import { ago } from "../../ui/format.ts";
import type { Check } from "../../api/queries/location-details.ts";
import { stationCopy as copy } from "./copy.ts";

export type Freshness = {
  /** Beside the plugs. */
  words: string;
  /** Above them, when what is shown may not hold any more. */
  warning: string | null;
};

/** How reliable the status shown is, as text. `stale`: too old to rely on. */
export function freshness(of: {
  check: Check | undefined;
  asking: boolean;
  online: boolean;
  stale: boolean;
  updatedAt: string;
  now: number;
}): Freshness {
  const { check, now } = of;
  const age = ago(of.updatedAt, now);
  if (!of.online) return { words: copy.updated(age), warning: copy.offline(age) };
  if (of.asking) return { words: copy.checking, warning: null };
  if (!check) return { words: copy.updated(age), warning: of.stale ? copy.unreachable(age) : null };
  if (check.answer === "failed") return { words: copy.updated(age), warning: copy.silent(age) };
  // The clock of the page goes in steps, so the check may lie after its now.
  const checked = ago(new Date(check.at).toISOString(), Math.max(now, check.at));
  return { words: copy.checked(checked), warning: of.stale ? copy.unreachable(age) : null };
}
