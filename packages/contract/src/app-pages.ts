/** The app’s page of who sells and who answers for complaints. Mails and invoices link to it. */
export const LEGAL_PAGE = "/legal";

/** First parts of the addresses that are the service's own, or another page's than the app. */
export const SERVICE_PATHS = [
  ".well-known",
  "api",
  "auth",
  "console",
  "dev",
  "docs",
  "healthz",
  "logos",
  "metrics",
  "ocpi",
  "openapi.json",
  "pay",
  "pictures",
  "provider",
  "readyz",
  "webhooks",
] as const;

export type ServicePath = (typeof SERVICE_PATHS)[number];

const anyOf = (names: readonly ServicePath[]) =>
  `^/(?:${names.map((name) => name.replace(".", "[.]")).join("|")})`;
/** The beginnings of `SERVICE_PATHS` as whole parts of a path: a page of the app may be called /payments. */
export const servicePaths = new RegExp(`${anyOf(SERVICE_PATHS)}(?:[/?]|$)`);
/** What lies below some of them. */
export const below = (...names: ServicePath[]): RegExp => new RegExp(`${anyOf(names)}/`);
/** What the app calls. */
export const appCalls = below("api", "auth");

/**
 * Whether the app's document answers a GET of a path (without query). The app has its own router: everything is a page of
 * it that is neither the service's nor a file. Asked by the service, by the app's service worker and by its development server.
 */
export const isAppPage = (path: string): boolean =>
  !servicePaths.test(path) && !/\.\w+$/.test(path);
