import type { Tokens } from "@voltmarg/contract";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { takeChallenge } from "../../platform/passkeys/used-challenges.ts";
import {
  handleOf,
  optionsToSign,
  verifySigned,
  type SignedPasskey,
} from "../../platform/passkeys/webauthn.ts";
import { findUser } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import type { PasskeyDeps } from "./passkeys.ts";
import { lockPasskey, usePasskey } from "./passkeys.store.ts";

const PURPOSE = "sign-in";

/** Options with which any passkey of this site can sign in. */
export async function beginPasskeySignIn({
  clock,
  key,
  site,
}: PasskeyDeps): Promise<Outcome<{ challenge: string }, "NOT_FOUND">> {
  if (!site) return refuse("NOT_FOUND");
  return done(await optionsToSign({ site, key, purpose: PURPOSE, now: clock.now() }));
}

/**
 * Exchanges a passkey's assertion for tokens. An unknown passkey and an invalid assertion are refused alike. A passkey
 * whose counter did not increase has been copied: it is refused and written to the audit log.
 */
export async function signInByPasskey(
  { database, clock, logger, writeAudit, signIn, key, site }: PasskeyDeps,
  signed: SignedPasskey,
  device: Device,
): Promise<Outcome<Tokens, "NOT_FOUND" | "PASSKEY_REJECTED" | "ACCOUNT_DEACTIVATED">> {
  if (!site) return refuse("NOT_FOUND");
  return database.transact(async (tx) => {
    const now = clock.now();
    const row = await lockPasskey(tx, signed.id);
    if (!row) return refuse("PASSKEY_REJECTED");
    const named = handleOf(signed);
    const asking = { site, key, purpose: PURPOSE, now };
    const verified = await verifySigned(asking, signed, row, (error) =>
      logger.warn({ err: error, user: row.user_id }, "a passkey does not hold"),
    );
    if (!verified || (named !== null && named !== row.user_id)) {
      await writeAudit(tx, row.user_id, "PASSKEY_REJECTED", device);
      return refuse("PASSKEY_REJECTED");
    }
    if (!(await takeChallenge(tx, verified.challenge, now))) return refuse("PASSKEY_REJECTED");
    if (!(await findUser(tx, row.user_id))) return refuse("ACCOUNT_DEACTIVATED");
    await usePasskey(tx, row.id, verified.counter, now);
    return done(await signIn.open(tx, row.user_id, device, "PASSKEY"));
  });
}
