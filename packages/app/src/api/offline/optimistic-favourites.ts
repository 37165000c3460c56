import { onSignedOut } from "../account/account.ts";

/** `confirmedAt`: when the service answered that it knows, ms; until then Infinity. */
type Change = { on: boolean; confirmedAt: number };
const changes = new Map<string, Change>();
onSignedOut(() => changes.clear());

/** The driver touched the change of a station. */
export const setOptimisticFavourite = (id: string, on: boolean): void =>
  void changes.set(id, { on, confirmedAt: Infinity });

/** The service knows of it: what is asked for from now on tells. */
export function confirmFavourite(id: string): void {
  const change = changes.get(id);
  if (change) change.confirmedAt = performance.now();
}

/** The service does not take it. */
export const dropOptimisticFavourite = (id: string): void => void changes.delete(id);

/** What the driver wished and an answer that was asked for at `asked`, ms, cannot know; undefined: nothing. */
export function optimisticFavourite(id: string, asked: number): boolean | undefined {
  const change = changes.get(id);
  return change && asked <= change.confirmedAt ? change.on : undefined;
}

/** A station of such an answer, with the change the driver gave it meanwhile. */
export function withOptimisticFavourite<T extends { id: string; isWishListItem: boolean }>(
  station: T,
  asked: number,
): T {
  const on = optimisticFavourite(station.id, asked);
  return on === undefined ? station : { ...station, isWishListItem: on };
}
