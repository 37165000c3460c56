export type PinState = "restricted" | "closed" | "fault" | "unknown" | "busy" | "available";

export type PinStateInput = {
  restricted: boolean;
  /** null: the operator does not say */
  isOpened: boolean | null;
  /** OCPI EVSE statuses */
  evseStatuses: readonly string[];
  /** seconds since the operator's last update; null: never */
  statusAgeSeconds: number | null;
};

/** After so long without a word of an operator nothing is known of its EVSEs: it is silent. */
export const STALE_SECONDS = 900;

/** Planned or removed: hidden from drivers. */
const ABSENT = new Set(["PLANNED", "REMOVED"]);
const BROKEN = new Set(["INOPERATIVE", "OUTOFORDER"]);
const IN_USE = new Set(["CHARGING", "RESERVED", "BLOCKED"]);

/**
 * State of a station's pin; restricted > closed > out of order > not known > in use > free. A station is out of
 * order when all its EVSEs are, free when one is. A status older than `STALE_SECONDS` is not known; neither is a
 * status we do not recognise.
 */
export function pinState(input: PinStateInput): PinState {
  const { restricted, isOpened, statusAgeSeconds } = input;
  if (restricted) return "restricted";
  if (isOpened === false) return "closed";
  const statuses = input.evseStatuses.filter((status) => !ABSENT.has(status));
  if (statusAgeSeconds === null || statusAgeSeconds > STALE_SECONDS) return "unknown";
  if (statuses.length === 0) return "unknown";
  if (statuses.every((status) => BROKEN.has(status))) return "fault";
  if (statuses.includes("AVAILABLE")) return "available";
  return statuses.every((status) => BROKEN.has(status) || IN_USE.has(status)) ? "busy" : "unknown";
}

/** A connector takes its status from its EVSE; those of AVAILABLE EVSEs count as available. */
export function countPlugs(evses: readonly { status: string; connectors: readonly unknown[] }[]): {
  total: number;
  available: number;
} {
  let total = 0;
  let available = 0;
  for (const { status, connectors } of evses) {
    if (ABSENT.has(status)) continue;
    total += connectors.length;
    if (status === "AVAILABLE") available += connectors.length;
  }
  return { total, available };
}
