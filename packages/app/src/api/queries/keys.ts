import type { Movement } from "@voltmarg/contract";

/** Days such as 2026-11-20, both included. */
export type MovementChoice = { kind?: Movement["kind"]; from?: string; until?: string };

/** A month such as 2026-11, and words to search for. */
export type CdrChoice = { month?: string; search_text?: string };

/** Days of India such as 2026-11-20, both included. */
export type UsageChoice = {
  date_from: string;
  date_to: string;
  group_by: "day" | "week" | "month";
};

declare const fromThisFile: unique symbol;
/** A key that was made here: an array written elsewhere does not compile as one. */
export type Key = readonly unknown[] & { readonly [fromThisFile]: true };
declare module "@tanstack/react-query" {
  interface Register {
    queryKey: Key;
    mutationKey: Key;
  }
}
const key = (...parts: unknown[]) => parts as unknown as Key;

/**
 * Every key of the query cache. Features share data through these, never through each other. A key begins with the keys
 * whose invalidation includes it.
 */
export const keys = {
  config: key("config"),
  legal: key("legal"),
  privacyNotice: (language: string) => key("privacy-notice", language),
  eachPrivacyNotice: key("privacy-notice"),
  consent: (userId: string) => key("consent", userId),
  /** What the server that this page came from is; it may differ from the one in use. */
  ownEnvironment: key("own-environment"),
  /** `sentAt`: when this screen requested a code, ms. */
  otpExpiry: (mobile: string, sentAt: number | null) => key("otp-expiry", mobile, sentAt),
  demoCode: (mobile: string, sentAt: number | null) => key("demo-code", mobile, sentAt),
  vehicles: (userId: string) => key("vehicles", userId),
  companyOffer: (userId: string) => key("company-offer", userId),
  companyVehicles: (companyId: string) => key("company-vehicles", companyId),
  models: key("models"),
  wallet: key("wallet"),
  movements: (which: MovementChoice) => key("wallet", "movements", which),
  withdrawals: key("wallet", "withdrawals"),
  withdrawalPlan: (minor: number) => key("wallet", "withdrawal-plan", minor),
  topUp: (id: string) => key("top-up", id),
  session: (id: string) => key("session", id),
  eachSession: key("session"),
  openSessions: key("sessions", "open"),
  cdr: (id: string) => key("cdr", id),
  /** The invoice of a charge record, as a file. */
  invoice: (cdrId: string) => key("cdr", cdrId, "pdf"),
  cdrOfSession: (sessionId: string) => key("cdr", "of-session", sessionId),
  cdrs: key("cdrs"),
  cdrsOf: (which: CdrChoice) => key("cdrs", "list", which),
  /** Below the list: what changes it changes the sums. */
  usage: (of: UsageChoice) => key("cdrs", "usage", of),
  /** Below the list as well; days such as 2026-11-20. */
  cdrsBetween: (from: string, until: string) => key("cdrs", "places", from, until),
  locations: key("location"),
  location: (id: string) => key("location", id),
  /** When a location's operator was last asked; not below `location`, where only locations are. */
  checked: (id: string) => key("checked", id),
  checkIns: (locationId: string) => key("check-ins", locationId),
  checkInPhoto: (id: string) => key("check-in-photo", id),
  nearby: key("stations", "nearby"),
  /** `search`: the query that is sent. */
  nearbyOf: (search: object) => key("stations", "nearby", search),
  locationCount: (search: object) => key("stations", "count", search),
  pins: key("stations", "pins"),
  pinsOf: (box: object | null, filter: object) => key("stations", "pins", box, filter),
  operators: key("operators"),
  watches: key("watches"),
  wishlist: key("wishlist"),
  appVersion: key("app-version"),
  image: (fileId: string) => key("image", fileId),
  profileImage: (userId: string) => key("profile-image", userId),
  /** The provider's texts of one type; `search` as the driver typed it. */
  messages: (type: string, language: string, search = "") =>
    key("messages", type, language, search),
  /** A road, the stations along it, how far the battery lasts. */
  way: (...asked: unknown[]) => key("way", ...asked),
  signIns: (userId: string) => key("sign-ins", userId),
  passkeys: (userId: string) => key("passkeys", userId),
  trips: key("trips"),
  trip: (id: string) => key("trips", "one", id),
  /** What a link shows, by its key. */
  sharedTrip: (shareKey: string) => key("shared-trip", shareKey),
  support: key("support"),
  tickets: key("tickets"),
  ticket: (id: string) => key("tickets", "one", id),
  rating: (sessionId: string) => key("rating", sessionId),
  notifications: key("notifications"),
  notificationsIn: (language: string) => key("notifications", language),
  unread: key("unread"),
  notificationPreferences: key("notification-preferences"),
  /** Whether this device shows notifications: asked of the device, not of the service. */
  pushState: key("push-state"),
};
