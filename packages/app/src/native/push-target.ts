type Payload = { redirectTo?: unknown; trip_id?: unknown };

const targets = ["charging_summary", "active_session", "trip"] as const;
export type PushTarget = (typeof targets)[number] | "notifications";

/** Which screen a push opens: one it may name, else the list of notifications. */
export const targetOf = (payload: unknown): PushTarget => {
  const { redirectTo } = (payload ?? {}) as Payload;
  return targets.find((one) => one === redirectTo) ?? "notifications";
};

/** The same in one word, as a tap carries it to the app: with the id of the trip it is about. */
export function wordOf(payload: unknown): string {
  const target = targetOf(payload);
  const { trip_id: trip } = (payload ?? {}) as Payload;
  return target === "trip" && typeof trip === "string" ? `trip:${trip}` : target;
}
