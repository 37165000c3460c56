import { createHash } from "node:crypto";
import type { Tokens } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import type { Oidc } from "../../platform/http/oidc.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { newSecret } from "../../platform/ids.ts";
import type { Logger } from "../../platform/observability/logger.ts";
import { findUser } from "./accounts.store.ts";
import type { Device } from "./device.ts";
import { lockAddress } from "./otp.store.ts";
import type { SignIn } from "./sign-in.ts";
import {
  countAttempts,
  dropOldAttempts,
  findAttempt,
  findIdentity,
  insertAttempt,
  keepIdentity,
  keepLink,
  keepTicket,
  takeLink,
  takeTicket,
} from "./social.store.ts";

export type SocialDeps = {
  database: Database;
  clock: Clock;
  logger: Logger;
  oidc: Oidc;
  signIn: SignIn;
  /** Sign-ins at a provider that one address may begin in an hour: each is a row. */
  beginsPerHourAndAddress: number;
};

const HOUR_MS = 60 * 60_000;
/** Time to sign in at the provider, to come back with the ticket, and to prove a number. */
const AWAY_MS = 15 * 60_000;
const TICKET_MS = 2 * 60_000;
const LINK_MS = 30 * 60_000;

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/** Begins a sign-in at a provider and stores its state until the callback. */
export async function beginSocial(
  { database, clock, logger, oidc, beginsPerHourAndAddress }: SocialDeps,
  input: { provider: string; challenge: string; deviceType: Device["type"]; address: string },
): Promise<Outcome<{ url: string }, "NOT_FOUND" | "UNAVAILABLE" | "TOO_MANY_REQUESTS">> {
  const provider = oidc.providers.find(({ id }) => id === input.provider);
  if (!provider) return refuse("NOT_FOUND");
  const now = clock.now();
  const begun = await oidc.begin(provider.id).catch((error: unknown) => {
    logger.error({ err: error, provider: provider.id }, "a sign-in provider cannot be reached");
    return null;
  });
  if (!begun) {
    return refuse("UNAVAILABLE", {
      message: `${provider.name} cannot be reached. Use your mobile number.`,
    });
  }
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  return database.transact(async (tx) => {
    await lockAddress(tx, input.address);
    if ((await countAttempts(tx, input.address, anHourAgo)) >= beginsPerHourAndAddress)
      return refuse("TOO_MANY_REQUESTS");
    await dropOldAttempts(tx, anHourAgo, now);
    await insertAttempt(tx, {
      state_hash: hashOf(begun.checks.state),
      provider: provider.id,
      device_type: input.deviceType,
      address: input.address,
      challenge: input.challenge,
      nonce: begun.checks.nonce,
      code_verifier: begun.checks.codeVerifier,
      created_at: now,
      expires_at: new Date(now.getTime() + AWAY_MS),
    });
    return done({ url: begun.url });
  });
}

/** Handles the callback: a ticket for the device that began, or the reason for none. */
export async function returnFromProvider(
  { database, clock, logger, oidc }: SocialDeps,
  query: URLSearchParams,
): Promise<{ ticket: string } | { error: "cancelled" | "failed" }> {
  const state = query.get("state") ?? "";
  const attempt = await findAttempt(database.db, hashOf(state), clock.now());
  if (!attempt) return { error: "failed" };
  if (query.get("error") === "access_denied") return { error: "cancelled" };
  const checks = { state, nonce: attempt.nonce, codeVerifier: attempt.code_verifier };
  const person = await oidc.finish(attempt.provider, query, checks).catch((error: unknown) => {
    logger.warn({ err: error, provider: attempt.provider }, "a social sign-in did not hold");
    return null;
  });
  if (!person) return { error: "failed" };
  const ticket = newSecret();
  const until = new Date(clock.now().getTime() + TICKET_MS);
  const kept = { ...person, ticketHash: hashOf(ticket), until };
  return (await keepTicket(database.db, attempt.state_hash, kept))
    ? { ticket }
    : { error: "failed" };
}

/** Exchanges a ticket for tokens, or for a link when the identity has no account yet. */
export async function finishSocial(
  { database, clock, signIn }: SocialDeps,
  input: { ticket: string; verifier: string; deviceOf: (type: Device["type"]) => Device },
): Promise<Outcome<Tokens, "SOCIAL_REJECTED" | "MOBILE_NEEDED" | "ACCOUNT_DEACTIVATED">> {
  const challenge = hashOf(input.verifier).toString("base64url");
  return database.transact(async (tx) => {
    const now = clock.now();
    const attempt = await takeTicket(tx, hashOf(input.ticket), challenge, now);
    if (!attempt?.subject) return refuse("SOCIAL_REJECTED");
    const identity = await findIdentity(tx, attempt.provider, attempt.subject);
    const user = identity && (await findUser(tx, identity.user_id));
    if (user?.deactivated_at) return refuse("ACCOUNT_DEACTIVATED");
    if (user)
      return done(await signIn.open(tx, user.id, input.deviceOf(attempt.device_type), "SOCIAL"));
    const link = newSecret();
    await keepLink(tx, attempt.state_hash, hashOf(link), new Date(now.getTime() + LINK_MS));
    return refuse("MOBILE_NEEDED", {
      extra: { link, name: attempt.name, email: attempt.email },
    });
  });
}

/** Gives the identity behind a link to this account, in the transaction that proved the number. False: the link is invalid. */
export async function linkSocial(
  tx: Tx,
  clock: Clock,
  link: string,
  userId: string,
): Promise<boolean> {
  const attempt = await takeLink(tx, hashOf(link), clock.now());
  if (!attempt?.subject) return false;
  const { provider, subject } = attempt;
  await keepIdentity(tx, { provider, subject, userId, at: clock.now() });
  return true;
}
