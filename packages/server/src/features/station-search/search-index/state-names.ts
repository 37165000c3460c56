import type { PinState, PowerClass } from "@voltmarg/rules";

/** A location's state by its EVSEs alone, by number. */
export const STATES = ["fault", "unknown", "busy", "available"] as const satisfies PinState[];
export const POWERS = ["slow", "fast", "ultra"] as const satisfies PowerClass[];

/** What a pin says in the end: closed and restricted win over what the EVSEs say, silence makes it unknown. */
export function stateShown(
  state: number,
  {
    silent,
    isOpened,
    restricted,
  }: { silent: boolean; isOpened: boolean | null; restricted: boolean },
): PinState {
  if (restricted) return "restricted";
  if (isOpened === false) return "closed";
  return silent ? "unknown" : STATES[state]!;
}
