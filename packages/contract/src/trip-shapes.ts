import * as z from "zod/mini";
import { Point } from "./shapes.ts";

export const Place = z.extend(Point, {
  /** As the driver calls it. */
  name: z.optional(z.string().check(z.trim(), z.maxLength(120))),
});
export const Percent = z.int().check(z.minimum(0), z.maximum(100));
