import type { PersonalKind } from "@voltmarg/contract";
import { maskedMobile, maskedName, withoutContacts } from "@voltmarg/rules";
import {
  createAccessToken,
  createSignIn,
  createSignInMemory,
  sidsThatHold,
  signInHolds,
} from "../features/accounts/index.ts";
import { createAuditLog } from "../features/audit/index.ts";
import { createOpenBackoffice } from "../features/backoffice/index.ts";
import { sessionOf } from "../features/staff/index.ts";
import { createDriverBudgets } from "../platform/http/driver-budgets.ts";
import type { SignIns } from "../platform/http/driver-streams.ts";
import type { Caller, Gate } from "../platform/http/admit.ts";
import type { FeatureParts } from "./service-parts.ts";

const MASKS: Record<PersonalKind, (text: string) => string> = {
  MOBILE: (text) => maskedMobile(text)!,
  NAME: (text) => maskedName(text)!,
  FREE_TEXT: withoutContacts,
};

export type AccessParts = Awaited<ReturnType<typeof openAccess>>;

/** Who is let in, by what, and how often. `listGate` is for lists that hold nothing of anybody's own. */
export async function openAccess(parts: FeatureParts) {
  const { config, database, clock, logger, bus, key } = parts;
  const accessToken = await createAccessToken(database, clock);
  const writeAudit = createAuditLog({ clock });
  const isSignedIn = ({ userId, sid }: Caller) =>
    signInHolds(database.db, userId, sid, clock.now());
  const signInMemory = createSignInMemory({ holds: isSignedIn, clock, bus });
  const signIn = createSignIn({
    database,
    clock,
    logger,
    accessToken,
    key,
    writeAudit,
    onEnded: signInMemory.ended,
  });
  const signIns: SignIns = {
    holding: async (callers) => {
      const sids = await sidsThatHold(database.db, callers, clock.now());
      return new Set(callers.filter(({ sid }) => sids.has(sid)));
    },
    onEnded: signInMemory.onEnded,
  };
  const budgets = createDriverBudgets(config.driverBudgetFactor);
  const openBackoffice = createOpenBackoffice({
    database,
    clock,
    outbox: parts.outbox,
    token: config.providerToken,
    sessionOf: (cookie) => sessionOf({ database, clock }, cookie),
    origin: config.consoleOrigin,
  });
  const gateBy = (holds: (caller: Caller) => Promise<boolean>): Gate => ({
    driverOf: async (bearer) => {
      const read = await accessToken.read(bearer);
      return read && (await holds(read)) ? read : null;
    },
    ...budgets,
    mask: (kind, text) => MASKS[kind](text),
    openBackoffice,
  });
  const [gate, listGate] = [gateBy(isSignedIn), gateBy(signInMemory.holds)];
  return { writeAudit, signIn, signInMemory, signIns, gate, listGate };
}
