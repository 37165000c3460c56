import { readServer, readTokens } from "../../native/storage.ts";
import { refusalOf } from "./refusal.ts";
import { refreshAccess } from "./refresh-token.ts";
import { isTokenRefresh, isWithoutToken, type RequestOptions, send } from "./send.ts";

/**
 * One call to the service; `path` begins with a slash. A 401 refreshes the tokens once and repeats the call once.
 * Returns only a success; every other answer is thrown as a Refusal.
 */
export async function request(
  path: string,
  method: string,
  options: RequestOptions = {},
): Promise<Response> {
  const url = readServer() + path;
  return succeed(url, () => send(url, method, options));
}

/** Sends the request, and after a 401 once more with new tokens. Throws a Refusal for every answer but a success. */
export async function succeed(url: string, attempt: () => Promise<Response>): Promise<Response> {
  const tokenUsed = readTokens()?.access_token ?? null;
  let response = await attempt();
  const mayRefresh = tokenUsed !== null && !isTokenRefresh(url) && !isWithoutToken(url);
  if (response.status === 401 && mayRefresh && (await refreshAccess(tokenUsed)))
    response = await attempt();
  if (!response.ok) throw await refusalOf(response);
  return response;
}
