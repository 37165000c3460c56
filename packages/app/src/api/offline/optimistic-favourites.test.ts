import { afterEach, describe, expect, test } from "vitest";
import { forgetHeart, heartIsKnown, wishHeart, withHeart } from "./optimistic-favourites.ts";

const station = { id: "L1", isWishListItem: false };
const later = () => performance.now() + 1;

describe("[L-6] a heart and the answers that come after it", () => {
  afterEach(() => forgetHeart("L1"));

  test("an answer asked for before the heart was touched does not take it back", () => {
    const asked = performance.now();
    wishHeart("L1", true);
    expect(withHeart(station, asked).isWishListItem).toBe(true);
    expect(withHeart({ ...station, id: "L2" }, asked).isWishListItem).toBe(false);
  });

  test("nor one asked for while the service has not answered yet, or was not reached", () => {
    wishHeart("L1", true);
    expect(withHeart(station, later()).isWishListItem).toBe(true);
    wishHeart("L1", false);
    expect(withHeart({ ...station, isWishListItem: true }, later()).isWishListItem).toBe(false);
  });

  test("one asked for once the service knows tells: another device may have changed it", () => {
    const asked = performance.now();
    wishHeart("L1", true);
    heartIsKnown("L1");
    expect(withHeart(station, asked).isWishListItem).toBe(true);
    expect(withHeart(station, later())).toBe(station);
  });

  test("of a heart that was refused nothing stays", () => {
    wishHeart("L1", true);
    forgetHeart("L1");
    expect(withHeart(station, performance.now())).toBe(station);
  });
});
