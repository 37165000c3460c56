import * as z from "zod/mini";
import { route } from "./route.ts";
import { Instant } from "./shapes.ts";

/** Outside PROD and from loopback only: messages sent, newest first. */
export const devOutbox = route({
  method: "GET",
  path: "/dev/outbox",
  access: { rule: "public" },
  query: z.object({ to: z.optional(z.string().check(z.maxLength(254))) }),
  response: z.array(
    z.object({
      channel: z.enum(["sms", "mail", "push"]),
      to: z.string(),
      text: z.string(),
      code: z.optional(z.string()),
      at: Instant,
    }),
  ),
  errors: ["NOT_FOUND"],
});
