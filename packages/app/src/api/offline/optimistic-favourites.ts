import { whenForgotten } from "../account/account.ts";

/** `knownAt`: when the service answered that it knows, ms; until then Infinity. */
type Heart = { on: boolean; knownAt: number };
const hearts = new Map<string, Heart>();
whenForgotten(() => hearts.clear());

/** The driver touched the heart of a station. */
export const wishHeart = (id: string, on: boolean): void =>
  void hearts.set(id, { on, knownAt: Infinity });

/** The service knows of it: what is asked for from now on tells. */
export function heartIsKnown(id: string): void {
  const heart = hearts.get(id);
  if (heart) heart.knownAt = performance.now();
}

/** The service does not take it. */
export const forgetHeart = (id: string): void => void hearts.delete(id);

/** What the driver wished and an answer that was asked for at `asked`, ms, cannot know; undefined: nothing. */
export function wishedHeart(id: string, asked: number): boolean | undefined {
  const heart = hearts.get(id);
  return heart && asked <= heart.knownAt ? heart.on : undefined;
}

/** A station of such an answer, with the heart the driver gave it meanwhile. */
export function withHeart<T extends { id: string; isWishListItem: boolean }>(
  station: T,
  asked: number,
): T {
  const on = wishedHeart(station.id, asked);
  return on === undefined ? station : { ...station, isWishListItem: on };
}
