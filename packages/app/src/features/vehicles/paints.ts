import type { Vehicle } from "@voltmarg/contract";

/** Colours of cars, the same in the light and in the dark. */
export const paints: Record<NonNullable<Vehicle["paint"]>, string> = {
  WHITE: "#f4f5f2",
  SILVER: "#b6bdc0",
  GREY: "#6d7577",
  BLACK: "#1c2022",
  RED: "#b3261e",
  ORANGE: "#d9722a",
  YELLOW: "#e3b32d",
  GREEN: "#3a7d58",
  BLUE: "#2c5f9e",
};
