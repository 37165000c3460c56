import type { PartnerFigures } from "@voltmarg/contract";
import type { ConsoleDeps } from "./console-deps.ts";
import { cdrsOf, startsAt } from "./operator-figures.store.ts";

const DAYS_MS = 30 * 86_400_000;
const MINUTE_MS = 60_000;
/** More than an operator's figures need to be true. */
const MOST_ROWS = 10_000;

/** How well an operator worked in the last thirty days. */
export async function operatorFigures(
  { database: { db }, clock }: Pick<ConsoleDeps, "database" | "clock">,
  partner: { id: string; name: string },
): Promise<PartnerFigures> {
  const until = clock.now();
  const from = new Date(until.getTime() - DAYS_MS);
  const wanted = { operatorId: partner.id, from, most: MOST_ROWS };
  const starts = await startsAt(db, wanted);
  const cdrs = await cdrsOf(db, wanted);
  const worked = starts.filter((each) => each.worked).length;
  const minutes = cdrs.map(({ at, ended_at }) =>
    Math.max(0, (at.getTime() - ended_at.getTime()) / MINUTE_MS),
  );
  const disputed = cdrs.filter((each) => each.disputed > 0n);
  return {
    partner: { id: partner.id, name: partner.name },
    from: from.toISOString(),
    until: until.toISOString(),
    starts: {
      decided: starts.length,
      worked,
      worked_percent: starts.length === 0 ? null : oneDecimal((100 * worked) / starts.length),
      since: countedSince(starts),
    },
    cdrs: {
      count: cdrs.length,
      median_minutes: shareOf(minutes, 0.5),
      late_minutes: shareOf(minutes, 0.95),
      since: countedSince(cdrs),
    },
    disagreements: {
      count: disputed.length,
      amount_minor: Number(disputed.reduce((sum, each) => sum + each.disputed, 0n)),
    },
  };
}

/** The time of the oldest row where not all were read. */
const countedSince = (read: readonly { at: Date }[]): string | null =>
  read.length < MOST_ROWS ? null : read.at(-1)!.at.toISOString();

/** The least of the values that this share of them does not exceed; null: there are none. */
export function shareOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  return value === undefined ? null : oneDecimal(value);
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10;
