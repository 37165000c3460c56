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

/** Every key of the query cache. Features share data through these, never through each other. */
export const keys = {
  config: ["config"] as const,
  vehicles: (userId: string) => ["vehicles", userId] as const,
  companyVehicles: (companyId: string) => ["company-vehicles", companyId] as const,
  models: ["models"] as const,
  wallet: ["wallet"] as const,
  movements: (which: MovementChoice) => ["wallet", "movements", which] as const,
  withdrawals: ["wallet", "withdrawals"] as const,
  topUp: (id: string) => ["top-up", id] as const,
  session: (id: string) => ["session", id] as const,
  openSessions: ["sessions", "open"] as const,
  cdr: (id: string) => ["cdr", id] as const,
  cdrOfSession: (sessionId: string) => ["cdr", "of-session", sessionId] as const,
  cdrs: ["cdrs"] as const,
  cdrsOf: (which: CdrChoice) => ["cdrs", "list", which] as const,
  /** Below the list: what changes it changes the sums. */
  usage: (of: UsageChoice) => ["cdrs", "usage", of] as const,
  location: (id: string) => ["location", id] as const,
  /** When a station's operator was last asked; not below the station, where only stations are. */
  checked: (id: string) => ["checked", id] as const,
  watches: ["watches"] as const,
  wishlist: ["wishlist"] as const,
  appVersion: ["app-version"] as const,
  image: (fileId: string) => ["image", fileId] as const,
  profileImage: (userId: string) => ["profile-image", userId] as const,
  /** The provider's texts of one type; `search` as the driver typed it. */
  messages: (type: string, language: string, search = "") =>
    ["messages", type, language, search] as const,
  signIns: (userId: string) => ["sign-ins", userId] as const,
  passkeys: (userId: string) => ["passkeys", userId] as const,
  support: ["support"] as const,
  tickets: ["tickets"] as const,
  ticket: (id: string) => ["tickets", "one", id] as const,
  rating: (sessionId: string) => ["rating", sessionId] as const,
  notifications: ["notifications"] as const,
  unread: ["unread"] as const,
  notificationPreferences: ["notification-preferences"] as const,
};
