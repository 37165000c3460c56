import { writeTokens } from "../src/native/storage.ts";

/** A token with this payload, signed by nobody: the app only reads it. */
const tokenOf = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.s`;

/** This device has the tokens of a driver. */
export const keepTokensOf = (userId: string) =>
  writeTokens({ access_token: tokenOf({ user_name: `${userId}:1` }), refresh_token: "r" });

/** As another tab's sign-out does. */
export function forgetTokens(): void {
  localStorage.removeItem("access_token");
  localStorage.removeItem("refresh_token");
}
