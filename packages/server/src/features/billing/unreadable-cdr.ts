import { read, reading, type Cdr, type Party } from "@voltmarg/ocpi";
import { requestHash, type ChargingDeps } from "../charging/index.ts";
import { idOf, keyOf, type CdrTaken } from "./cdr-intake.ts";
import { onCdr } from "./on-cdr.ts";
import {
  closeUnread,
  closeUnreadOf,
  keepUnread,
  listUnread,
  setUnreadReason,
  type UnreadRow,
} from "./unreadable-cdr.store.ts";

/** The longest stored CDR, in characters: more than a push may have. */
const MOST_OF_ONE = 262_144;
/** The most bytes of unreadable CDRs for one operator, so that none can fill the disk. */
const MOST_OF_ALL = 32 * 1024 * 1024;
const BATCH = 100;

/**
 * Stores the text of a CDR that could not be read, pushed or pulled, for the back office and for the parser of a later
 * release. The same text is stored once.
 */
export async function onUnreadCdr(
  deps: ChargingDeps,
  operatorId: string,
  { text, why }: { text: string; why: string },
): Promise<void> {
  const value = (parsed(text) ?? {}) as Partial<Record<string, unknown>>;
  const named = (field: string) => {
    const name = value[field];
    return typeof name === "string" && name !== "" ? storable(name.slice(0, 255)) : null;
  };
  const [country, party, ocpiId] = [named("country_code"), named("party_id"), named("id")];
  const kept = await keepUnread(deps.database.db, {
    id: idOf(`unread/${operatorId}/${requestHash(text)}`),
    operatorId,
    ocpiId: ocpiId ?? "?",
    key:
      country && party && ocpiId
        ? keyOf({ country_code: country, party_id: party, id: ocpiId })
        : null,
    reason: reasonOf(text.length > MOST_OF_ONE ? `${why}; what came after 256 KB is lost` : why),
    raw: storable(text.slice(0, MOST_OF_ONE)),
    most: MOST_OF_ALL,
    at: deps.clock.now(),
  });
  if (kept === "KNOWN") return;
  const about = { operator: operatorId, cdr: ocpiId, reason: why };
  if (kept === "KEPT") deps.logger.error(about, "a charge record cannot be read: set aside");
  else deps.logger.error(about, "a charge record cannot be read, and too many wait: not kept");
  deps.metrics.cdrs.inc({ outcome: kept === "KEPT" ? "set_aside" : "lost" });
}

/** Handles a CDR that could be read. Unreadable texts of the same id that still wait are closed. */
export async function takeCdr(deps: ChargingDeps, operatorId: string, cdr: Cdr): Promise<CdrTaken> {
  const taken = await onCdr(deps, operatorId, cdr);
  if (taken.outcome !== "KNOWN") {
    const key = keyOf(cdr);
    const because = "the operator sent one of its id that can be read";
    await closeUnreadOf(deps.database.db, operatorId, key, because, deps.clock.now());
  }
  return taken;
}

/**
 * Parses all unreadable CDRs again: this release may be able to. Those that it can read are handled like every
 * CDR; `speaksFor` says whether a party belongs to the operator. Returns how many were read.
 */
export async function rereadCdrs(
  deps: ChargingDeps,
  speaksFor: (operatorId: string, party: Party) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  let after = "";
  for (;;) {
    const batch = await listUnread(deps.database.db, after, BATCH);
    if (batch.length === 0) return count;
    for (const row of batch) {
      after = row.id;
      try {
        if (await reread(deps, row, speaksFor)) count += 1;
      } catch (error) {
        deps.logger.error({ err: error, cdr: row.id }, "a record could not be tried again");
      }
    }
  }
}

async function reread(
  deps: ChargingDeps,
  row: UnreadRow,
  speaksFor: (operatorId: string, party: Party) => Promise<boolean>,
): Promise<boolean> {
  if (row.raw.length >= MOST_OF_ONE) return false;
  const { db } = deps.database;
  const result = read(reading.cdr, parsed(row.raw));
  const why = !result.ok
    ? result.message
    : (await speaksFor(row.operator_id, result.data))
      ? null
      : `${result.data.country_code}/${result.data.party_id} is not a party of its operator`;
  if (!result.ok || why !== null) {
    await setUnreadReason(db, row.id, reasonOf(why ?? ""));
    return false;
  }
  await onCdr(deps, row.operator_id, result.data);
  await closeUnread(db, row.id, "this release can read it", deps.clock.now());
  return true;
}

const reasonOf = (why: string) => `it cannot be read: ${storable(why).slice(0, 500)}`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) => text.replaceAll("\0", "\u{FFFD}").toWellFormed();
