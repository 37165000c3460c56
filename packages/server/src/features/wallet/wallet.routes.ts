import { wallet } from "@voltmarg/contract";
import type { Mount } from "../../platform/http/mount.ts";
import { done, refuse } from "../../platform/http/problem.ts";
import type { NoteAct } from "../../platform/observability/audit-log.ts";
import {
  createTopUp,
  getTopUp,
  MAXIMUM_TOP_UP,
  MINIMUM_TOP_UP,
  readTopUp,
  toWire,
  verifyTopUp,
  type TopUpDeps,
} from "./top-up.ts";
import { movementsCsv } from "./movements-csv.ts";
import {
  filterOf,
  getMovements,
  getWallet,
  hadWallet,
  MINIMUM_BALANCE,
  SUGGESTED_TOP_UP,
} from "./wallet.ts";
import { createWithdrawal, getWithdrawals } from "./withdraw.ts";

export type WalletDeps = TopUpDeps & {
  noteAct: NoteAct;
  /** Whether the driver's company pays, so that there is no wallet. */
  isCorporate(userId: string): Promise<boolean>;
  settings: {
    name: string;
    partyId: string;
    environment: "DEV" | "INT" | "TEST" | "PROD";
    otpLength: number;
    otpValidSeconds: number;
    mapStyleUrl: string | null;
    googleMaps: { url: string; key: string } | null;
    demoSpeed: number;
    webPushKey: string | null;
    devOutbox: boolean;
    social: readonly { id: string; name: string }[];
    withdrawal: "anytime" | "closure";
    /** Whether drivers can make passkeys here. */
    passkeys: boolean;
  };
  /** How drivers reach the provider, as its desk says. */
  support(): Promise<{ email: string; phone: string }>;
};

export function walletRoutes({ mount }: Mount, deps: WalletDeps): void {
  const { db } = deps.database;
  // Who had a wallet before a company began to pay sees where the money went, and may take back what is left.
  const hasNone = async (userId: string) =>
    (await deps.isCorporate(userId)) && !(await hadWallet(db, userId));

  mount(wallet.getWallet, async ({ params }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    return done({ data: await getWallet(db, params.userId) });
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
    await deps.noteAct(db, params.userId, "EXPORT", { of: "movements" });
    const bytes = await movementsCsv(db, params.userId, filter);
    const type = "text/csv; charset=utf-8";
    return { ok: true, document: { type, fileName: "movements.csv", bytes } };
  });

  mount(wallet.createWithdrawal, async ({ params, headers, body }) => {
    if (await hasNone(params.userId)) return refuse("WALLET_NOT_USED");
    if (deps.settings.withdrawal === "closure") return refuse("WITHDRAWAL_ON_CLOSURE_ONLY");
    const made = await createWithdrawal(
      deps,
      params.userId,
      body.amount_minor === undefined ? null : BigInt(body.amount_minor),
      headers["idempotency-key"] ?? null,
    );
    return made.ok ? done({ data: made.value }) : made;
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

  mount(wallet.getEmspConfig, async ({ params }) => {
    const { settings } = deps;
    if (params.id !== "default" && params.id !== settings.partyId) return refuse("NOT_FOUND");
    const { email, phone } = await deps.support();
    return done({
      data: {
        id: settings.partyId,
        name: settings.name,
        environment: settings.environment,
        currency: "INR",
        minimum_balance_minor: Number(MINIMUM_BALANCE),
        suggested_top_up_minor: Number(SUGGESTED_TOP_UP),
        minimum_top_up_minor: Number(MINIMUM_TOP_UP),
        maximum_top_up_minor: Number(MAXIMUM_TOP_UP),
        withdrawal: settings.withdrawal,
        otp_length: settings.otpLength,
        otp_valid_s: settings.otpValidSeconds,
        payment_key: deps.razorpay.keyId,
        map_style_url: settings.mapStyleUrl,
        google_maps: settings.googleMaps,
        support_email: email,
        support_phone: phone,
        demo_speed: settings.demoSpeed,
        web_push_key: settings.webPushKey,
        dev_outbox: settings.devOutbox,
        social: [...settings.social],
        passkeys: settings.passkeys,
      },
    });
  });
}
