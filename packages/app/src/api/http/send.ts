import { learnServiceTime } from "../../clock.ts";
import { language } from "../../language/current-language.ts";
import { readTokens } from "../../native/storage.ts";
import { reportAnswer, reportNoAnswer } from "./connectivity.ts";
import { offline } from "./refusal.ts";
import { newTraceparent } from "./traceparent.ts";

/** Public by design: it names the app and protects nothing. */
const clientCredential = `Basic ${btoa("voltmarg-app:public")}`;

export const isTokenRefresh = (url: string) =>
  /[?&](?:grant_type=refresh_token\b|refresh_token=)/.test(url);
/** Calls about one-time codes carry no access token. */
export const isWithoutToken = (url: string) =>
  url.includes("/send?") || url.includes("/verify") || url.includes("/expiry-time");

export function cookie(name: string): string | null {
  const found = (globalThis.document?.cookie ?? "")
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null;
}

/** The request rules of the specification, section 7, on one set of headers. */
export function applyRequestRules(
  url: string,
  method: string,
  headers: Headers,
  token: string | null,
  xsrf: string | null,
): Headers {
  if (isTokenRefresh(url)) headers.set("Authorization", clientCredential);
  else if (headers.get("Authorization") === "empty") headers.set("Authorization", "");
  else if (!isWithoutToken(url)) headers.set("Authorization", token ? `Bearer ${token}` : "");
  if (headers.get("Content-Type") === "application/pdf") {
    headers.delete("Content-Type");
    headers.set("Accept", "application/pdf");
  }
  const relative = !/^(https?:)?\/\//.test(url);
  if (relative && method !== "GET" && method !== "HEAD" && xsrf) headers.set("X-XSRF-TOKEN", xsrf);
  return headers;
}

export type RequestOptions = {
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
};

/** Sends once, by the request rules. Throws OFFLINE when no answer comes. */
export async function send(
  url: string,
  method: string,
  options: RequestOptions = {},
): Promise<Response> {
  const headers = new Headers(options.headers);
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  if (!headers.has("Accept")) headers.set("Accept", "application/json");
  // The service answers in the language of the app, not the browser's.
  if (!headers.has("Accept-Language")) headers.set("Accept-Language", language());
  headers.set("traceparent", newTraceparent());
  const token = readTokens()?.access_token ?? null;
  applyRequestRules(url, method, headers, token, cookie("XSRF-TOKEN"));
  const sent = performance.now();
  try {
    const answer = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    learnServiceTime(answer, sent);
    reportAnswer();
    return answer;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    reportNoAnswer();
    throw offline();
  }
}
