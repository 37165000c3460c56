import type { backoffice as routes, RouteOutput } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Tx } from "../../platform/database/database.ts";
import type { BackofficeCall } from "../../platform/http/backoffice-call.ts";
import { done, refuse, type Outcome } from "../../platform/http/problem.ts";
import { getUser, getUserByMobile } from "../accounts/index.ts";
import { isBooked, KeyReused, lockWallet, move, readBalances } from "../wallet/index.ts";
import type { MoneyApproval } from "./approvals.store.ts";
import { beginGiving, propose, waitingToWire, type FourEyesDeps } from "./propose.ts";

type Given = RouteOutput<typeof routes.giveGoodwill>["data"];
type Goodwill = { userId: string; amount: bigint; reason: string; reference: string };

/**
 * Posts the provider's own money (paise) to a driver's wallet, once for each reference; a large amount waits for a second
 * member. The driver sees the reason.
 */
export async function giveGoodwill(
  deps: FourEyesDeps,
  backoffice: BackofficeCall,
  asked: { mobile: string; amount: bigint; reason: string; reference: string },
): Promise<Outcome<Given, "NOT_FOUND" | "WALLET_NOT_USED" | "REFERENCE_REUSED">> {
  const { mobile, ...rest } = asked;
  try {
    return await backoffice.transact<Given, "NOT_FOUND" | "WALLET_NOT_USED" | "REFERENCE_REUSED">(
      async (tx) => {
        const driver = await getUserByMobile(tx, mobile);
        if (!driver) return refuse("NOT_FOUND");
        if (driver.customer_type === "CORPORATE") return refuse("WALLET_NOT_USED", COMPANY_PAYS);
        return give(deps, tx, backoffice, { ...rest, userId: driver.id });
      },
    );
  } catch (error) {
    if (!(error instanceof KeyReused)) throw error;
    return refuse("REFERENCE_REUSED");
  }
}

async function give(
  deps: FourEyesDeps,
  tx: Tx,
  backoffice: BackofficeCall,
  goodwill: Goodwill,
): Promise<Outcome<Given, "REFERENCE_REUSED">> {
  const { userId, amount, reason, reference } = goodwill;
  const person = await beginGiving(tx, backoffice, userId);
  const said = async (booked: boolean, row: MoneyApproval | null) => {
    const { wallet, held, overdraft } = await readBalances(tx, userId);
    const balance_minor = Number(wallet + held + overdraft);
    const state = row ? waitingToWire(row) : ({ state: "BOOKED", approval: null } as const);
    return done({ ...state, booked, balance_minor });
  };
  // Given before amounts were proposed.
  if (await isBooked(tx, userId, keyOf(reference))) {
    return said(await bookGoodwill(deps, tx, goodwill), null);
  }
  const kind = "GOODWILL" as const;
  const proposed = await propose(deps, tx, backoffice, {
    kind,
    person,
    user_id: userId,
    subject: userId,
    amount,
    reason,
    reference,
  });
  if (!proposed.ok) return proposed;
  const { row } = proposed.value;
  return said(row.state !== "WAITING" && (await bookGoodwill(deps, tx, goodwill)), row);
}

const keyOf = (reference: string) => `goodwill:${reference}`;

/** False: it was booked before. */
async function bookGoodwill(
  { clock }: { clock: Clock },
  tx: Tx,
  { userId, amount, reason, reference }: Goodwill,
): Promise<boolean> {
  await lockWallet(tx, userId);
  return move(tx, {
    scope: userId,
    idem: keyOf(reference),
    kind: "CORRECTION",
    reason,
    at: clock.now(),
    sessionId: null,
    cdrId: null,
    postings: [{ source: ["system", "goodwill"], destination: [userId, "wallet"], amount }],
  });
}

/** Books what was proposed. */
export async function bookProposedGoodwill(
  deps: { clock: Clock },
  tx: Tx,
  { user_id: userId, amount, reason, reference }: MoneyApproval,
): Promise<Outcome<null, "CONFLICT">> {
  const driver = await getUser(tx, userId);
  if (!driver)
    return refuse("CONFLICT", { message: "The driver's account was closed or erased meanwhile." });
  if (driver.customer_type === "CORPORATE") return refuse("CONFLICT", COMPANY_PAYS);
  await bookGoodwill(deps, tx, { userId, amount, reason, reference });
  return done(null);
}

const COMPANY_PAYS = { message: "This driver's company pays: there is no wallet." };
