import { wallet } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import { planWithdrawal } from "./plan-withdrawal.ts";
import { createTopUp, getTopUp, readTopUp, toWire, verifyTopUp, type TopUpDeps } from "./top-up.ts";
import { movementsCsv } from "./movements-csv.ts";
import { filterOf, getMovements, getWallet, hadWallet } from "./wallet.ts";
import { createWithdrawal, getWithdrawals } from "./withdraw.ts";

export type WalletDeps = TopUpDeps & {
  writeAudit: WriteAudit;
  /** Whether the driver's company pays, so that there is no wallet. */
  isCorporate(userId: string): Promise<boolean>;
  /** When drivers may withdraw what is left. */
  withdrawal: "anytime" | "closure";
};

export function walletRoutes({ mount }: Mount, deps: WalletDeps): void {
  const { db } = deps.database;
  // A driver who had a wallet before a company began to pay sees its movements, and may withdraw the rest.
  const hasNone = async (userId: string) =>
    (await deps.isCorporate(userId)) && !(await hadWallet(db, userId));

  mount(wallet.getWallet, async ({ params }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    const now = { at: deps.clock.now(), most: deps.maximumBalance };
    return done({ data: await getWallet(db, params.userId, now) });
  });

  const noSuchDay = () =>
    refuse("INVALID_INPUT", { message: "There is no such day in the calendar." });
  mount(wallet.listMovements, async ({ params, query, request }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    const filter = filterOf(query);
    if (!filter) return noSuchDay();
    if (!/\btext\/csv\b/.test(request.headers["accept"] ?? "")) {
      return done(await getMovements(db, params.userId, filter, query.page_no, query.page_size));
    }
    await deps.writeAudit(db, params.userId, "EXPORT", { of: "movements" });
    const bytes = await movementsCsv(db, params.userId, filter);
    const type = "text/csv; charset=utf-8";
    return { ok: true, document: { type, fileName: "movements.csv", bytes } };
  });

  mount(wallet.createWithdrawal, async ({ params, headers, body }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    if (deps.withdrawal === "closure") return refuse("WITHDRAWAL_ON_CLOSURE_ONLY");
    const made = await createWithdrawal(
      deps,
      params.userId,
      body.amount_minor === undefined ? null : BigInt(body.amount_minor),
      headers["idempotency-key"] ?? null,
    );
    return made.ok ? done({ data: made.value }) : made;
  });

  mount(wallet.planWithdrawal, async ({ params, query }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    const asked = query.amount_minor === undefined ? null : BigInt(query.amount_minor);
    return done({ data: await planWithdrawal(db, params.userId, asked) });
  });

  mount(wallet.listWithdrawals, async ({ params, query }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    return done(await getWithdrawals(db, params.userId, query.page_no, query.page_size));
  });

  mount(wallet.createTopUp, async ({ params, headers, body }) => {
    if (await deps.isCorporate(params.userId)) return refuse("WALLET_NOT_USED");
    const made = await createTopUp(
      deps,
      params.userId,
      BigInt(body.amount_minor),
      headers["idempotency-key"] ?? null,
    );
    return made.ok ? done({ data: made.value }) : made;
  });

  mount(wallet.getTopUp, async ({ params }) => {
    const row = await getTopUp(deps, params.userId, params.id);
    return row ? done({ data: toWire(row) }) : refuse("NOT_FOUND");
  });

  mount(wallet.verifyTopUp, async ({ params, body }) => {
    const row = await readTopUp(deps, params.userId, params.id);
    if (!row) return refuse("NOT_FOUND");
    const signed = await verifyTopUp(deps, row, {
      paymentId: body.razorpay_payment_id,
      orderId: body.razorpay_order_id,
      signature: body.razorpay_signature,
    });
    if (!signed) return refuse("PAYMENT_NOT_VERIFIED");
    const after = await readTopUp(deps, params.userId, params.id);
    return after ? done({ data: toWire(after) }) : refuse("NOT_FOUND");
  });
}
