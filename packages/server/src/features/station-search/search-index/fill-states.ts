import { countPlugs, pinState } from "@voltmarg/rules";
import type { Slots } from "./slots.ts";
import { STATES } from "./state-names.ts";

/** Writes down what follows from the statuses of a location's EVSEs: how many plugs are free, and its state. */
export function fillStates(
  slots: Slots,
  slot: number,
  evses: readonly { status: string; connectors: readonly unknown[] }[],
): void {
  const counts = countPlugs(evses);
  slots.total[slot] = counts.total;
  slots.free[slot] = counts.available;
  const state = pinState({
    restricted: false,
    isOpened: null,
    evseStatuses: evses.map(({ status }) => status),
    statusAgeSeconds: 0,
  });
  slots.state[slot] = (STATES as readonly string[]).indexOf(state);
}
