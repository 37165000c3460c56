import { onSignedOut } from "../account/account.ts";

/** `confirmedAt`: when the service confirmed the change, ms; until then Infinity. */
type Change = { on: boolean; confirmedAt: number };
const changes = new Map<string, Change>();
onSignedOut(() => changes.clear());

/** The driver pressed the favourite button of a location. */
export const setOptimisticFavourite = (id: string, on: boolean): void =>
  void changes.set(id, { on, confirmedAt: Infinity });

/** The service has confirmed it: answers requested from now on include it. */
export function confirmFavourite(id: string): void {
  const change = changes.get(id);
  if (change) change.confirmedAt = performance.now();
}

/** The service refused it. */
export const dropOptimisticFavourite = (id: string): void => void changes.delete(id);

/** The change that an answer requested at `asked`, ms, does not include; undefined: none. */
export function optimisticFavourite(id: string, asked: number): boolean | undefined {
  const change = changes.get(id);
  return change && asked <= change.confirmedAt ? change.on : undefined;
}

/** The location with the driver's change, if the answer requested at `asked` does not include that change yet. */
export function withOptimisticFavourite<T extends { id: string; isWishListItem: boolean }>(
  station: T,
  asked: number,
): T {
  const on = optimisticFavourite(station.id, asked);
  return on === undefined ? station : { ...station, isWishListItem: on };
}
