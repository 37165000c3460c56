import { readServer, readTokens } from "../../native/storage.ts";
import { refusalOf } from "./refusal.ts";
import { refreshAccess } from "./refresh-token.ts";
import { isRefresh, isUntouched, type RequestOptions, send } from "./send.ts";

/**
 * One call to the service; `path` begins with a slash. A 401 refreshes the tokens once and repeats the call once.
 * Answers only a success; everything else is thrown as a Refusal.
 */
export async function request(
  path: string,
  method: string,
  options: RequestOptions = {},
): Promise<Response> {
  const url = readServer() + path;
  const tokenUsed = readTokens()?.access_token ?? null;
  let response = await send(url, method, options);
  const mayRefresh = tokenUsed !== null && !isRefresh(url) && !isUntouched(url);
  if (response.status === 401 && mayRefresh && (await refreshAccess(tokenUsed))) {
    response = await send(url, method, options);
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}
