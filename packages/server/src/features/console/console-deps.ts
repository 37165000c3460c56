import type { OperatorHealth } from "@voltmarg/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { WriteAudit } from "../../platform/observability/audit-log.ts";
import type { ChargingDeps } from "../charging/index.ts";
import type { Retail } from "../tariffs/index.ts";
import type { WalletApi } from "../wallet/index.ts";

export type ConsoleDeps = {
  database: Database;
  clock: Clock;
  writeAudit: WriteAudit;
  charging: ChargingDeps;
  retail: Pick<Retail, "tryRule">;
  wallet: Pick<WalletApi, "retryRefund" | "askAboutTopUp">;
  /** Registered operators, the one heard longest ago first, and how they are. */
  operators(
    now: Date,
  ): Promise<{ id: string; name: string; heard: Date; health: OperatorHealth }[]>;
  /** The last check of the ledger; null: there was none. */
  lastBooksCheck(): Promise<{ at: string; faults: Record<string, number> } | null>;
  queues(now: Date): Promise<{ queue: string; waiting: number; oldest: number }[]>;
  /** Has the search of every replica follow a station that was hidden or shown. Call after commit. */
  searchChanged(id: string): Promise<void>;
  /** Finds an operator by id, name or party id. */
  operatorNamed(name: string): Promise<{ id: string; name: string } | null>;
};
