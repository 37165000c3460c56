import { afterEach, describe, expect, test } from "vitest";
import {
  dropOptimisticFavourite,
  confirmFavourite,
  setOptimisticFavourite,
  withOptimisticFavourite,
} from "./optimistic-favourites.ts";

const station = { id: "L1", isWishListItem: false };
const later = () => performance.now() + 1;

describe("[L-6] a heart and the answers that come after it", () => {
  afterEach(() => dropOptimisticFavourite("L1"));

  test("an answer asked for before the heart was touched does not take it back", () => {
    const asked = performance.now();
    setOptimisticFavourite("L1", true);
    expect(withOptimisticFavourite(station, asked).isWishListItem).toBe(true);
    expect(withOptimisticFavourite({ ...station, id: "L2" }, asked).isWishListItem).toBe(false);
  });

  test("nor one asked for while the service has not answered yet, or was not reached", () => {
    setOptimisticFavourite("L1", true);
    expect(withOptimisticFavourite(station, later()).isWishListItem).toBe(true);
    setOptimisticFavourite("L1", false);
    expect(
      withOptimisticFavourite({ ...station, isWishListItem: true }, later()).isWishListItem,
    ).toBe(false);
  });

  test("one asked for once the service knows tells: another device may have changed it", () => {
    const asked = performance.now();
    setOptimisticFavourite("L1", true);
    confirmFavourite("L1");
    expect(withOptimisticFavourite(station, asked).isWishListItem).toBe(true);
    expect(withOptimisticFavourite(station, later())).toBe(station);
  });

  test("of a heart that was refused nothing stays", () => {
    setOptimisticFavourite("L1", true);
    dropOptimisticFavourite("L1");
    expect(withOptimisticFavourite(station, performance.now())).toBe(station);
  });
});
