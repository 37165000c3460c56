import { countPlugs, pinState, type PinState, type PowerClass } from "@voltmarg/rules";
import type { Slots } from "./slots.ts";

/** A location's state by its EVSEs alone, by number. */
export const STATES = ["fault", "unknown", "busy", "available"] as const satisfies PinState[];
/** By the number that pins have in rows. */
export const POWERS = ["slow", "fast", "ultra", null] as const satisfies (PowerClass | null)[];

/** Writes down what follows from the statuses of a location's EVSEs: how many plugs are free, and its state. */
export function fillStates(
  slots: Slots,
  slot: number,
  evses: readonly { status: string; connectors: readonly unknown[] }[],
): void {
  const counts = countPlugs(evses);
  slots.total[slot] = counts.total;
  slots.free[slot] = counts.available;
  const evseStatuses = evses.map(({ status }) => status);
  slots.state[slot] = (STATES as readonly string[]).indexOf(
    pinState({ restricted: false, isOpened: null, evseStatuses, statusAgeSeconds: 0 }),
  );
}

/** What a pin says in the end: closed and restricted win over what the plugs say. */
export const stateShown = (
  state: PinState,
  { isOpened, restricted }: { isOpened: boolean | null; restricted: boolean },
): PinState => (restricted ? "restricted" : isOpened === false ? "closed" : state);
