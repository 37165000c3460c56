import type { wallet } from "@voltmarg/contract";
import { endpoint } from "@voltmarg/client";

export const getWallet = endpoint<typeof wallet.getWallet>("GET", "/api/user/v1/wallet/:userId");
export const listMovements = endpoint<typeof wallet.listMovements>(
  "GET",
  "/api/user/v1/wallet/:userId/movements",
);
export const createTopUp = endpoint<typeof wallet.createTopUp>(
  "POST",
  "/api/user/v1/wallet/:userId/top-ups",
);
export const getTopUp = endpoint<typeof wallet.getTopUp>(
  "GET",
  "/api/user/v1/wallet/:userId/top-ups/:id",
);
export const createWithdrawal = endpoint<typeof wallet.createWithdrawal>(
  "POST",
  "/api/user/v1/wallet/:userId/withdrawals",
);
export const planWithdrawal = endpoint<typeof wallet.planWithdrawal>(
  "GET",
  "/api/user/v1/wallet/:userId/withdrawals/plan",
);
export const listWithdrawals = endpoint<typeof wallet.listWithdrawals>(
  "GET",
  "/api/user/v1/wallet/:userId/withdrawals",
);
