import * as z from "zod/mini";

export const Place = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  /** As the driver calls it. */
  name: z.optional(z.string().check(z.trim(), z.maxLength(120))),
});
export const Percent = z.int().check(z.minimum(0), z.maximum(100));
