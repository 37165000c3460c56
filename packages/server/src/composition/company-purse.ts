import { reopenWallet, wouldReturn } from "../features/wallet/index.ts";
import type { Tx } from "../platform/database/database.ts";

type CloseWallet = (tx: Tx, userId: string, how: { forGood: boolean }) => Promise<unknown>;

/** What companies need of the wallets of their drivers. */
export const companyPurse = ({ close }: { close: CloseWallet }) => ({
  close: async (tx: Tx, userId: string) => void (await close(tx, userId, { forGood: false })),
  reopen: reopenWallet,
  toReturn: wouldReturn,
});
