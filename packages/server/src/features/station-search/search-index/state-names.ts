import { countPlugs, pinState, type PinState, type PowerClass } from "@voltmarg/rules";
import type { Slots } from "./slots.ts";

/** A location's state by its EVSEs alone, by number. */
export const STATES = ["fault", "unknown", "busy", "available"] as const satisfies PinState[];
/** By the number that pins have in rows. */
export const POWERS = ["slow", "fast", "ultra", null] as const satisfies (PowerClass | null)[];

/** The number of the state that follows from these statuses of EVSEs. */
export const stateOfEvses = (evseStatuses: readonly string[]): number =>
  (STATES as readonly string[]).indexOf(
    pinState({ restricted: false, isOpened: null, evseStatuses, statusAgeSeconds: 0 }),
  );

/** Writes down what follows from the statuses of a location's EVSEs: how many plugs are free, and its state. */
export function fillStates(
  slots: Slots,
  slot: number,
  evses: readonly { status: string; connectors: readonly unknown[] }[],
): void {
  const counts = countPlugs(evses);
  slots.total[slot] = counts.total;
  slots.free[slot] = counts.available;
  slots.state[slot] = stateOfEvses(evses.map(({ status }) => status));
}

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
