import { refuse } from "../../platform/http/problem.ts";

const message = "Choose tomorrow or a later day. Without a day it holds at once.";

/** A price or a tax is planned for a day that has not begun. */
export const dayHasBegun = refuse("INVALID_INPUT", {
  message,
  extra: { errors: [{ path: "from", rule: "WRONG", message }] },
});
